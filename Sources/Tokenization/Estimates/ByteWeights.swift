/// Thousandths of a token by class of character, fitted to `o200k_base`.
///
/// The table of the first byte of a scalar; continuation bytes weigh nothing. Four first bytes lead both CJK and
/// other scalars, so that their second byte decides: see ``EstimatingTokenizer``.
enum ByteWeights {
  static let letter: UInt16 = 224
  static let digit: UInt16 = 855
  static let space: UInt16 = 56
  static let punctuation: UInt16 = 521
  static let twoByte: UInt16 = 327
  /// Letters of the alphabetic scripts from U+0800 to U+1FFF (Indic, Thai, Georgian, Ethiopic and others).
  static let alphabeticThreeByte: UInt16 = 340
  static let cjk: UInt16 = 789
  static let otherThreeByte: UInt16 = 1295
  static let fourByte: UInt16 = 2073

  static let byFirstByte: [UInt16] = (0...255).map { weight(firstByte: UInt8($0)) }

  private static func weight(firstByte byte: UInt8) -> UInt16 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): letter
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit
    case 0x00...0x20, 0x7F: space
    case 0x21...0x7E: punctuation
    case 0x80...0xBF: 0
    case 0xC0...0xDF: twoByte
    case 0xE0, 0xE1: alphabeticThreeByte
    case 0xE3...0xE9, 0xEB, 0xEC: cjk
    case 0xE2, 0xEA, 0xED...0xEF: otherThreeByte
    default: fourByte
    }
  }

  /// Whether the second byte after one of the four mixed first bytes makes a CJK scalar: radicals (U+2E80 on),
  /// Hangul (U+AC00 to U+D7FF), compatibility ideographs, full-width forms.
  static func isCJK(_ first: UInt8, _ second: UInt8) -> Bool {
    switch first {
    case 0xE2: second >= 0xBA
    case 0xEA: second >= 0xB0
    case 0xED: second <= 0x9F
    case 0xEF: (0xA4...0xAB).contains(second) || second >= 0xBC
    default: false
    }
  }
}
