/// What a word is likely to be, the most telling last.
enum WordKind: Int, Comparable, CaseIterable {
  /// Begins with a capital letter.
  case name
  /// A number, a date or a time; an acronym.
  case number
  /// Letters with digits, a path, an address, or a name from code.
  case identifier

  static func < (one: WordKind, other: WordKind) -> Bool { one.rawValue < other.rawValue }

  /// `nil` for a word of the language, for a number of one or two digits, and for a moment to the second, which
  /// nobody says again.
  init?(_ word: Substring) {
    var letters = 0
    var digits = 0
    var capitals = 0
    var joins = false
    var startsWithCapital = false
    var length = 0
    let whole = word.unicodeScalars.count
    for scalar in word.unicodeScalars {
      defer { length += 1 }
      switch scalar {
      case "0"..."9": digits += 1
      case "a"..."z": letters += 1
      case "A"..."Z":
        letters += 1
        capitals += 1
        if length == 0 { startsWithCapital = true }
      case "_": if length > 0, length < whole - 1 { joins = true }
      case "/", "@", "\\": joins = true
      default:
        guard scalar.value > 0x7F else { continue }
        if scalar.properties.isAlphabetic { letters += 1 }
        if scalar.properties.numericType == .decimal { digits += 1 }
        if scalar.properties.isUppercase {
          capitals += 1
          if length == 0 { startsWithCapital = true }
        }
      }
    }
    guard letters + digits > 1, !Self.isMoment(word) else { return nil }
    if joins || letters > 0 && digits > 0 {
      self = .identifier
    } else if digits > 0 {
      guard digits > 2 || length > digits + 1 else { return nil }
      self = .number
    } else if capitals > (startsWithCapital ? 1 : 0) {
      self = startsWithCapital ? .number : .identifier
    } else if startsWithCapital {
      self = .name
    } else {
      return nil
    }
  }

  /// `2024-05-15T15:00:00`, with whatever fraction and zone behind it.
  private static func isMoment(_ word: Substring) -> Bool {
    let pattern: [UInt8] = Array("0000-00-00T00:00".utf8)
    guard word.utf8.count >= pattern.count else { return false }
    return zip(word.utf8, pattern).allSatisfy { byte, expected in
      expected == UInt8(ascii: "0") ? (0x30...0x39).contains(byte) : byte == expected
    }
  }
}
