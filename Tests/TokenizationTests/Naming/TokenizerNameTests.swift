import Testing
import Tokenization

@Suite struct TokenizerNameTests {
  @Test(arguments: [
    ("o200k_base", "o200k_base"), ("cl100k_base", "cl100k_base"), ("estimate@1", "estimate@1"),
    ("o200k_base*1.2", "o200k_base*1.2"), ("o200k_base*1.20", "o200k_base*1.2"), ("o200k_base*1.0", "o200k_base"),
    ("estimate@1*1.333", "estimate@1*1.333"), ("cl100k_base*2", "cl100k_base*2"),
    ("cl100k_base*0.9", "cl100k_base*0.9"),
    ("cl100k_base*1.005", "cl100k_base*1.005"), ("cl100k_base*10", "cl100k_base*10"),
  ])
  func `a name is read and written`(text: String, written: String) {
    #expect(TokenizerName(text)?.description == written)
    #expect(TokenizerName(written) == TokenizerName(text))
  }

  @Test(arguments: [
    "", "o200k", "O200k_base", "o200k_base*", "o200k_base*x", "o200k_base*1.", "o200k_base*.5", "o200k_base*1.2345",
    "o200k_base*0.05", "o200k_base*10.001", "o200k_base*-1", "o200k_base*1*2", "o200k_base * 1.2", "estimate@2", "*1.2",
    "o200k_base*1e1", "o200k_base*+1",
  ])
  func `what is no name is refused`(text: String) {
    #expect(TokenizerName(text) == nil)
  }

  @Test func `a factor is applied to each text and never gives nothing for something`() throws {
    let name = try #require(TokenizerName("estimate@1*1.2"))
    let tokenizer = name.tokenizer { (_) -> BytePairTokenizer in fatalError("no vocabulary is wanted") }
    let base = EstimatingTokenizer()
    let text = String(repeating: "word after word ", count: 40)
    #expect(tokenizer.name == "estimate@1*1.2")
    #expect(tokenizer.count(text) == Int((Double(base.count(text)) * 1.2).rounded()))
    #expect(tokenizer.count("") == 0)
    #expect(TokenizerName("estimate@1*0.1")!.tokenizer { _ in fatalError() }.count("a") == 1)
  }

  @Test func `a name without a factor is the vocabulary's own tokenizer`() throws {
    let exact = BytePairTokenizer(.cl100kBase, Vocabularies.small)
    let tokenizer = try #require(TokenizerName("cl100k_base")).tokenizer { encoding in
      #expect(encoding == .cl100kBase)
      return exact
    }
    #expect(tokenizer.name == "cl100k_base")
    #expect(tokenizer.count("some words") == exact.count("some words"))
  }
}
