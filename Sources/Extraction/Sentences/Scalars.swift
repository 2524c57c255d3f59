/// What a scalar is to the splitting of sentences and words.
enum ScalarClass {
  case upper
  /// Letters without case, marks and lower case.
  case letter
  case digit
  case han
  case hiragana
  case katakana
  case space
  case newline
  case other

  var isWord: Bool {
    switch self {
    case .upper, .letter, .digit: true
    default: false
    }
  }

  init(_ value: UInt32) {
    switch value {
    case 0x61...0x7A: self = .letter
    case 0x41...0x5A: self = .upper
    case 0x30...0x39: self = .digit
    case 0x0A, 0x0D, 0x85, 0x2028, 0x2029: self = .newline
    case 0x09, 0x0B, 0x0C, 0x20, 0xA0, 0x2000...0x200A, 0x202F, 0x3000: self = .space
    case 0..<0x80: self = .other
    case 0x3005, 0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: self = .han
    case 0x3041...0x309F: self = .hiragana
    case 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9D: self = .katakana
    default: self = Self.byCategory(value)
    }
  }

  private static func byCategory(_ value: UInt32) -> ScalarClass {
    guard let scalar = Unicode.Scalar(value) else { return .other }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .titlecaseLetter: return .upper
    case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark: return .letter
    case .decimalNumber: return .digit
    default: return .other
    }
  }
}

/// The scalar that starts at an index of well-formed UTF-8, and its length in bytes.
@inline(__always)
func scalar(_ bytes: Span<UInt8>, at index: Int) -> (value: UInt32, length: Int) {
  let first = UInt32(bytes[index])
  if first < 0x80 { return (first, 1) }
  func next(_ offset: Int) -> UInt32 { UInt32(bytes[index + offset]) & 0x3F }
  if first < 0xE0 { return ((first & 0x1F) << 6 | next(1), 2) }
  if first < 0xF0 { return ((first & 0x0F) << 12 | next(1) << 6 | next(2), 3) }
  return ((first & 0x07) << 18 | next(1) << 12 | next(2) << 6 | next(3), 4)
}
