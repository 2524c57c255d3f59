import Transcripts

/// The identifiers, numbers and names in a text: what later calls are likely to repeat word for word.
///
/// Of JSON, its short values whole; of other text, its words.
struct IdentifierDigest {
  private struct Item {
    var text: String
    var kind: WordKind
  }

  /// Distinct, in order of first appearance.
  private var items: [Item] = []
  private var known: Set<String> = []

  /// A value of JSON is one item up to so many characters and words; a longer one is a text.
  private static let longestValue = (characters: 48, words: 4)
  /// Longer words are data.
  private static let longestWord = 128

  init(of text: String) {
    let first = text.utf8.first { $0 > 0x20 }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "["), let json = try? JSON(parsing: text) {
      add(json)
    } else {
      addWords(of: text)
    }
  }

  /// Identifiers before numbers before names where there are too many; in order of appearance.
  func items(atMost most: Int) -> [String] {
    guard items.count > most else { return items.map(\.text) }
    var left = max(most, 0)
    var isTaken = Array(repeating: false, count: items.count)
    for kind in WordKind.allCases.reversed() {
      for index in items.indices where items[index].kind == kind && left > 0 {
        isTaken[index] = true
        left -= 1
      }
    }
    return items.indices.filter { isTaken[$0] }.map { items[$0].text }
  }

  private mutating func add(_ json: JSON) {
    switch json {
    case .null, .bool: break
    case .number(let digits): addWord(digits)
    case .string(let text):
      let words = text.split(maxSplits: Self.longestValue.words, whereSeparator: \.isWhitespace)
      if text.utf8.count > Self.longestValue.characters * 4 || text.count > Self.longestValue.characters
        || words.count > Self.longestValue.words
      {
        addWords(of: text)
      } else if let kind = words.compactMap({ WordKind($0) }).max() {
        add(Item(text: words.joined(separator: " "), kind: kind))
      }
    case .array(let elements): for element in elements { add(element) }
    case .object(let members): for member in members { add(member.value) }
    }
  }

  private mutating func addWords(of text: String) {
    var beginsSentence = true
    var start = text.startIndex
    let scalars = text.unicodeScalars
    var index = start
    func ends(_ word: Substring) -> Bool {
      word.unicodeScalars.last.map { ".!?:".unicodeScalars.contains($0) } ?? false
    }
    while index <= text.endIndex {
      let scalar = index < text.endIndex ? scalars[index] : "\n"
      guard index == text.endIndex || Self.isSeparator(scalar) else {
        index = scalars.index(after: index)
        continue
      }
      if start < index {
        let word = text[start..<index]
        let trimmed = word.utf8.count <= Self.longestWord ? word.trimmedOfPunctuation : ""
        if let kind = WordKind(trimmed), kind > .name || !beginsSentence {
          add(Item(text: String(trimmed), kind: kind))
        }
        beginsSentence = ends(word)
      }
      if scalar == "\n" { beginsSentence = true }
      if index == text.endIndex { break }
      index = scalars.index(after: index)
      start = index
    }
  }

  private mutating func addWord(_ word: String) {
    if word.utf8.count <= Self.longestWord, let kind = WordKind(word[...]) { add(Item(text: word, kind: kind)) }
  }

  private mutating func add(_ item: Item) {
    guard known.insert(item.text).inserted else { return }
    items.append(item)
  }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\"", "'", "`", ",", ";", "(", ")", "{", "}", "[", "]", "<", ">", "=", "|": true
    case "，", "。", "、", "；", "「", "」", "『", "』", "（", "）", "“", "”", "‘", "’": true
    default: scalar.value <= 0x20 || scalar.value > 0x7F && scalar.properties.isWhitespace
    }
  }
}

extension Substring {
  /// Without what ends a sentence or marks up a word.
  fileprivate var trimmedOfPunctuation: Substring {
    var word = self
    while let last = word.unicodeScalars.last, ".:!?*…".unicodeScalars.contains(last) {
      word.unicodeScalars.removeLast()
    }
    while let first = word.unicodeScalars.first, ":!?*".unicodeScalars.contains(first) {
      word.unicodeScalars.removeFirst()
    }
    return word
  }
}
