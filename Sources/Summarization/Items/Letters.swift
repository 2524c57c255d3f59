/// What a scalar is to the search for items.
enum Letter: Equatable {
  case lower
  case upper
  case digit(UInt8)
  /// Of a script that puts no spaces between words.
  case unspaced
  /// Stands inside words only: `-`, `_`, `.`, `/`, `\`, `@`, `+`, `~`, and `,` between digits.
  case joiner
  case other

  /// By ranges, without a look into Unicode's tables: letters of other scripts count as small ones, which is right for
  /// all that have no capitals.
  @inline(__always)
  init(_ value: UInt32) {
    switch value {
    case 0x61...0x7A: self = .lower
    case 0x41...0x5A: self = .upper
    case 0x30...0x39: self = .digit(UInt8(value - 0x30))
    case 0x2D, 0x2E, 0x5F, 0x2F, 0x5C, 0x40, 0x2B, 0x7E, 0x2C: self = .joiner
    case 0..<0x80: self = .other
    default: self = Self.beyondASCII(value)
    }
  }

  private static func beyondASCII(_ value: UInt32) -> Letter {
    switch value {
    case 0x80...0xA9, 0xAB...0xB4, 0xB6...0xB9, 0xBB...0xBF, 0xD7, 0xF7: .other
    case 0xC0...0xDE, 0x391...0x3A9, 0x400...0x42F: .upper
    case 0x660...0x669: .digit(UInt8(value - 0x660))
    case 0x6F0...0x6F9: .digit(UInt8(value - 0x6F0))
    case 0x966...0x96F: .digit(UInt8(value - 0x966))
    case 0x9E6...0x9EF: .digit(UInt8(value - 0x9E6))
    case 0xE50...0xE59: .digit(UInt8(value - 0xE50))
    case 0xFF10...0xFF19: .digit(UInt8(value - 0xFF10))
    case 0x60C, 0x61B, 0x61F, 0x66A...0x66D, 0x6D4, 0x964, 0x965: .other
    case 0x1680, 0x2000...0x2BFF, 0x3000...0x3004, 0x3006, 0x3008...0x3020, 0x30FB, 0xFE30...0xFE4F: .other
    case 0xFF01...0xFF0F, 0xFF1A...0xFF20, 0xFF3B...0xFF40, 0xFF5B...0xFF65: .other
    case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3005, 0x3007, 0x3021...0x4DBF, 0x4E00...0x9FFF: .unspaced
    case 0xF900...0xFAFF, 0xFF66...0xFF9F, 0x20000...0x3FFFF: .unspaced
    default: .lower
    }
  }

  /// The small letter of a capital.
  @inline(__always)
  static func lowercased(_ value: UInt32) -> UInt32 {
    switch value {
    case 0x41...0x5A, 0xC0...0xDE, 0x391...0x3A9, 0x410...0x42F: value + 0x20
    case 0x400...0x40F: value + 0x50
    default: value
    }
  }
}

/// FNV-1a over scalars.
struct ItemHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  @inline(__always)
  mutating func add(_ scalar: UInt32) { value = (value ^ UInt64(scalar)) &* 0x0000_0100_0000_01B3 }
}
