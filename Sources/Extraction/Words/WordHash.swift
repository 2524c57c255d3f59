/// FNV-1a over the scalars of a word in lower case.
struct WordHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ scalar: UInt32) {
    value = (value ^ UInt64(scalar)) &* 0x0000_0100_0000_01B3
  }

  static func lowercased(_ value: UInt32) -> UInt32 {
    if value < 0x80 { return value | 0x20 }
    let mapped = Unicode.Scalar(value)?.properties.lowercaseMapping.unicodeScalars.first
    return mapped?.value ?? value
  }

  /// The hash of a word that is written in lower case.
  static func of(_ word: some StringProtocol) -> UInt64 {
    var hash = WordHash()
    for scalar in word.unicodeScalars { hash.add(scalar.value) }
    return hash.value
  }
}
