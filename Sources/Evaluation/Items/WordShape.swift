/// What a word is made of.
struct WordShape {
  private(set) var letters = 0
  private(set) var digits = 0
  private(set) var slashes = 0
  /// `_` or `@` inside, or a capital behind a small letter.
  private(set) var joins = false
  /// Begins with a capital.
  private(set) var isNamed = false
  /// Digits stand for `0`, everything else for itself: `0000-00-00`.
  private var pattern: [UInt8] = []
  private let word: Substring

  init(_ word: Substring) {
    self.word = word
    let count = word.unicodeScalars.count
    var index = 0
    var wasSmall = false
    for scalar in word.unicodeScalars {
      var isSmall = false
      switch scalar {
      case "0"..."9": digits += 1
      case "a"..."z":
        letters += 1
        isSmall = true
      case "A"..."Z":
        letters += 1
        if index == 0 { isNamed = true }
        if wasSmall { joins = true }
      case "/": slashes += 1
      case "_", "@": if index > 0, index < count - 1 { joins = true }
      default:
        if scalar.value > 0x7F, scalar.properties.isAlphabetic {
          letters += 1
          if index == 0, scalar.properties.isUppercase { isNamed = true }
        }
      }
      if scalar.value < 0x80 { pattern.append(scalar.properties.numericType == nil ? UInt8(scalar.value) : 0x30) }
      wasSmall = isSmall
      index += 1
    }
  }

  /// `2024-05-15`, with or without a time behind it, `15/5/2024`, `15.05.2024`, `09:30`.
  var isDateOrTime: Bool {
    guard digits >= 3 else { return false }
    let text = String(decoding: pattern, as: UTF8.self)
    if text.hasPrefix("0000-00-00") { return true }
    if letters > 0 { return false }
    return Self.dates.contains(text) || Self.times.contains(text)
  }

  private static let dates: Set<String> = {
    var dates: Set<String> = []
    for mark in ["/", "."] {
      for first in ["0", "00"] {
        for second in ["0", "00"] { dates.formUnion(["00", "0000"].map { "\(first)\(mark)\(second)\(mark)\($0)" }) }
      }
    }
    return dates
  }()

  private static let times: Set<String> = ["0:00", "00:00", "0:00:00", "00:00:00"]

  /// A file's name with an ending, or names with slashes between them; `and/or` is none.
  var isPath: Bool {
    guard letters > 0 else { return false }
    if slashes > 0 {
      return slashes > 1 || word.hasPrefix("/") && word.utf8.count > 2 || word.hasPrefix("~") || word.hasPrefix(".")
        || hasEnding
    }
    return hasEnding && !joinsMail
  }

  private var joinsMail: Bool { word.contains("@") }

  /// `.swift`: a dot with one to five letters or digits behind it, one of them a letter, and two characters before it.
  private var hasEnding: Bool {
    guard let dot = word.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
    let ending = word[word.utf8.index(after: dot)...].utf8
    let stem = word[..<dot].utf8
    return (1...5).contains(ending.count) && ending.allSatisfy(TextIndex.isWord) && stem.count > 1
      && ending.contains { $0 > 0x40 } && stem.last.map(TextIndex.isWord) == true
  }
}
