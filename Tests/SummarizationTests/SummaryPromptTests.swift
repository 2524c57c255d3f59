import Testing

@testable import Summarization

@Suite struct SummaryPromptTests {
  @Test(arguments: ["brief@1", "brief@2", "facts@1", "facts@2"])
  func `built-in prompts are found by name and version`(_ id: String) throws {
    #expect(try SummaryPrompt.named(id).id == id)
  }

  @Test(arguments: [("facts@3", "facts@2"), ("fact@1", "facts@1"), ("Brief@1", "brief@2"), ("bref@1", "brief@1")])
  func `an unknown one names the nearest`(_ id: String, _ nearest: String) {
    #expect(throws: UnknownPrompt(id: id)) { try SummaryPrompt.named(id) }
    #expect(UnknownPrompt(id: id).nearest == nearest)
    #expect(
      UnknownPrompt(id: id).description
        == "there is no prompt `\(id)`, expected one of `brief@1`, `brief@2`, `facts@1`, `facts@2`; "
        + "did you mean `\(nearest)`?")
  }

  @Test func `names that are like none suggest none`() {
    #expect(UnknownPrompt(id: "xyz").nearest == nil)
  }

  @Test func `the limits leave room for prompt and answer in the window`() {
    let limits = SummaryLimits(atMostTokens: 800, replacedTokens: 50_000, contextWindow: 8_192)
    #expect(limits.chunkTokens + limits.instructionTokens + limits.maxOutputTokens + 500 < 8_192)
    #expect(limits.chunkTokens > 3_000)
    #expect(limits.fanIn >= 2)
    #expect(limits.requestedTokens < limits.textTokens && limits.textTokens < limits.maxOutputTokens)
  }

  @Test(arguments: [0, 1, 100, 1_000_000])
  func `any numbers make usable limits`(_ number: Int) {
    let limits = SummaryLimits(atMostTokens: number, replacedTokens: number, contextWindow: number)
    #expect(limits.textTokens >= 1 && limits.requestedTokens >= 1 && limits.fanIn >= 2)
    #expect(limits.chunkTokens >= SummaryLimits.smallestChunk)
  }
}
