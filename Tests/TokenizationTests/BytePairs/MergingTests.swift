import Testing
import Tokenization

@Suite struct MergingTests {
  private static let reference = QuadraticMerging(Vocabularies.small)

  /// The tokens of a piece and the steps that they took.
  private func merge(_ piece: [UInt8]) -> (tokens: [UInt32], steps: Int) {
    var merger = PieceMerger(Vocabularies.small)
    piece.withUnsafeBufferPointer { _ = merger.merge($0.baseAddress!, count: $0.count) }
    let bounds = merger.starts.map(Int.init) + [piece.count]
    let parts = zip(bounds, bounds.dropFirst()).map { Array(piece[$0..<$1]) }
    return (parts.map { Vocabularies.small.rank(of: $0)! }, merger.steps)
  }

  /// Unbroken pieces of every length around where the way of merging changes.
  private func randomPieces(_ number: Int) -> [[UInt8]] {
    var generator = SeededGenerator(state: 7)
    let texts = Array(RandomTexts(seed: 3, longest: 40).prefix(number))
    return texts.map { text in
      let count = Int.random(in: 2...3 * PieceMerger.longestShort, using: &generator)
      return Array(String(repeating: text, count: 1 + count / text.utf8.count).utf8.prefix(count))
    }.filter { Vocabularies.small.rank(of: $0) == nil }
  }

  @Test func `short and long pieces are merged as the definition says`() {
    for piece in randomPieces(1_500) {
      #expect(merge(piece).tokens == Self.reference.tokens(of: piece), "\(piece)")
    }
  }

  @Test func `taking the longest token first is found out`() {
    let differs = randomPieces(1_500).contains { Self.reference.greedyTokens(of: $0) != Self.reference.tokens(of: $0) }
    #expect(differs)
  }

  @Test(arguments: [" ", "a", "ab", "日本語の文章です。", "\n "])
  func `the steps of a long piece grow with its length and little more`(text: String) {
    var perByte: [Double] = []
    for length in [10_000, 1_000_000] {
      let piece = Array(String(repeating: text, count: length / text.utf8.count).utf8)
      let (tokens, steps) = merge(piece)
      #expect(tokens.reduce(0) { $0 + Vocabularies.small.bytes(of: $1)!.count } == piece.count)
      perByte.append(Double(steps) / Double(piece.count))
    }
    // A hundred times as long: the logarithm of the length grows by half, its square would make this a hundred.
    #expect(perByte[1] <= 2 * perByte[0] + 2)
    #expect(perByte[1] <= 60)
  }

  @Test func `one long piece takes no more steps than its heap allows`() {
    // No two neighbours are a token: every byte is looked at once.
    let lonely = (0..<100_000).map { UInt8($0 % 2 == 0 ? 0xFE : 0xFD) }
    #expect(merge(lonely).steps == lonely.count)
  }
}
