/// SplitMix64: the same texts in every run.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}

/// Texts of scalars among which every rule of the patterns has its exceptions.
struct RandomTexts: Sequence, IteratorProtocol {
  private static let alphabet: [String] = [
    "a", "b", "the", "A", "B", "Z", "é", "É", "ǅ", "ʰ", "あ", "中", "語", "д", "\u{301}", "\u{300}", "1", "23", "٣", "½",
    " ", " ", "  ", "\t", "\n", "\r", "\r\n", "\u{A0}", "\u{3000}", "\u{85}", "\u{2028}", "'", "'s", "'S", "'ll", "'Re",
    "'ſ", "'d", "’", "!", "?", "/", "//", "😀", "\u{200D}", "\0", "\u{1C}", "_", "-", "ſ", "İ", "ß",
  ]
  private var generator: SeededGenerator
  private let longest: Int

  init(seed: UInt64, longest: Int) {
    generator = SeededGenerator(state: seed)
    self.longest = longest
  }

  mutating func next() -> String? {
    let count = Int.random(in: 1...longest, using: &generator)
    return (0..<count).map { _ in Self.alphabet.randomElement(using: &generator)! }.joined()
  }
}
