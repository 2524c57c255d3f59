import Tokenization
import Testing

@testable import Worker

@Suite struct InputBoundTests {
  private let texts = ["Summarise what follows.", "She said: \"yes\", and left.\n\tThen: 你好, and 👍🏽."]

  @Test func `bytes bound what no vocabulary is named for, and a named one bounds it closer`() {
    let tokenizer = EstimatingTokenizer()
    let count = texts.reduce(0) { $0 + tokenizer.count($1) }
    let unnamed = InputBound(texts: texts, tokenizer: tokenizer, isExact: false)
    #expect(unnamed.byCount == nil && unnamed.likely == count + 2 * ChatCost.message + ChatCost.primedReply)
    #expect(unnamed.most(of: 5_000, trustingCounts: true) == 5_000)
    let named = InputBound(texts: texts, tokenizer: tokenizer, isExact: true)
    let most = named.most(of: 5_000, trustingCounts: true)
    #expect(most > named.likely && most < 400)
    #expect(named.most(of: 5_000, trustingCounts: false) == 5_000)
    #expect(named.most(of: 9, trustingCounts: true) == 9, "never more than there are bytes")
  }

  @Test(arguments: [
    ("o200k_base", true), ("cl100k_base", true), ("o200k_base*1.2", false), ("estimate@1", false),
    ("estimate@1*2", false),
  ])
  func `only a vocabulary as it was published counts exactly`(name: String, isExact: Bool) throws {
    #expect(try #require(TokenizerName(name)).isExact == isExact)
  }

  @Test func `trust is lost once`() {
    let trust = CountTrust()
    #expect(trust.isHeld)
    #expect(trust.lose() && !trust.isHeld)
    #expect(!trust.lose())
  }
}
