import Foundation
import Testing
import Tokenization

@Suite struct BytePairTokenizerTests {
  private static let reference = QuadraticMerging(Vocabularies.small)

  private func expected(_ text: String, _ encoding: BytePairEncoding) -> [UInt32] {
    let cut = encoding == .o200kBase ? pieces(of: text, O200kPattern.self) : pieces(of: text, CL100kPattern.self)
    return cut.flatMap { Self.reference.tokens(of: Array($0.utf8)) }
  }

  @Test(arguments: BytePairEncoding.allCases)
  func `tokens and counts are those of the pieces, with the cache cold or warm`(encoding: BytePairEncoding) {
    let tokenizer = BytePairTokenizer(encoding, Vocabularies.small)
    let texts = Array(RandomTexts(seed: 11, longest: 30).prefix(800))
    for text in texts + texts {
      let tokens = expected(text, encoding)
      #expect(tokenizer.tokens(of: text) == tokens, "\(text.debugDescription)")
      #expect(tokenizer.count(text) == tokens.count, "\(text.debugDescription)")
    }
  }

  @Test func `nothing has no tokens`() {
    let tokenizer = BytePairTokenizer(.o200kBase, Vocabularies.small)
    #expect(tokenizer.count("") == 0)
    #expect(tokenizer.tokens(of: "") == [])
  }

  @Test func `pieces that differ in their last bytes or in zeros are told apart`() {
    let tokenizer = BytePairTokenizer(.o200kBase, Vocabularies.small)
    for text in [
      "\0", "\0\0", "\0\0\0", "!", "!\0", "aaaaaaaaaaaaaab", "aaaaaaaaaaaaaac", "aaaaaaaaaaaaaa", "aaaaaaa", "aaaaaaaa",
    ] {
      for padding in ["", " padding behind the piece, so that sixteen bytes can be read"] {
        #expect(tokenizer.count(text + padding) == expected(text + padding, .o200kBase).count)
      }
    }
  }

  @Test func `many tasks count at a time`() async {
    let tokenizer = BytePairTokenizer(.cl100kBase, Vocabularies.small)
    let texts = Array(RandomTexts(seed: 5, longest: 60).prefix(200))
    let alone = texts.map { tokenizer.count($0) }
    await withTaskGroup(of: [Int].self) { group in
      for _ in 0..<8 { group.addTask { texts.map { tokenizer.count($0) } } }
      for await counts in group { #expect(counts == alone) }
    }
  }

  @Test func `every byte is in a token, whether the text is UTF-8 or not`() {
    let tokenizer = BytePairTokenizer(.o200kBase, Vocabularies.small)
    let bytes = (0..<2_000).map { UInt8(truncatingIfNeeded: $0 &* 167 ^ $0 >> 3) }
    let joined = tokenizer.tokens(of: bytes.span).flatMap { Vocabularies.small.bytes(of: $0)! }
    #expect(joined == bytes)
    #expect(tokenizer.count(bytes.span) == tokenizer.tokens(of: bytes.span).count)
  }
}

@Suite(
  .enabled(if: GoldenText.file != nil, "needs ../shared/data/tokens/golden_tokens.jsonl"),
  .enabled(if: Vocabularies.areThere, "needs scripts/fetch-vocabularies"))
struct GoldenTokenTests {
  @Test func `the tokens of real texts are those recorded`() throws {
    let o200k = try #require(Vocabularies.published[.o200kBase])
    let cl100k = try #require(Vocabularies.published[.cl100kBase])
    let texts = try GoldenText.all()
    #expect(texts.count >= 500)
    for golden in texts {
      #expect(o200k.tokens(of: golden.text) == golden.o200k, "\(golden.text.prefix(60).debugDescription)")
      #expect(cl100k.tokens(of: golden.text) == golden.cl100k, "\(golden.text.prefix(60).debugDescription)")
      #expect(o200k.count(golden.text) == golden.o200k.count)
      #expect(cl100k.count(golden.text) == golden.cl100k.count)
    }
  }

  @Test(arguments: [(BytePairEncoding.o200kBase, 199_998), (.cl100kBase, 100_256)])
  func `a published vocabulary has all its tokens`(encoding: BytePairEncoding, count: Int) throws {
    #expect(try #require(Vocabularies.published[encoding]).vocabulary.count == count)
  }
}
