import Compaction
import Storage
import Summarization
import Testing
import Tokenization
import Transcripts

@testable import Worker

@Suite struct RecountingTests {
  private func revision(tokens: Int32, text: String?) -> StoredRevision {
    let summary = text.map { _ in Overlay.Summary(before: 3, tokens: tokens) }
    return StoredRevision(
      highest: 4,
      live: StoredRevision.Live(
        revision: 4, overlay: Overlay(ranges: [], summary: summary, coversThrough: 2), policy: [1], summaryText: text))
  }

  @Test func `a summary is counted by the tokenizer at hand, whoever counted it before`() {
    let text = "The user asked for a refund of order 1234, and got it."
    let double = ScaledTokenizer(EstimatingTokenizer(), name: TokenizerName(.estimate, thousandths: 2_000))
    for tokenizer in [EstimatingTokenizer(), double] as [any Tokenizer] {
      let expected = tokenizer.count(text) + ChatCost.message + SummaryFrame.tokens(by: tokenizer)
      let counted = revision(tokens: 7, text: text).counted(by: tokenizer)
      #expect(counted.live?.overlay.summary == Overlay.Summary(before: 3, tokens: Int32(expected)))
      #expect(counted.live?.overlay.coversThrough == 2 && counted.highest == 4)
    }
  }

  @Test func `short forms are counted as the entries that they stand for`() {
    let form = ShortForm(
      position: 2, tokens: 7, form: #"{"role":"tool","tool_call_id":"a","content":"A digest of what came: 1234."}"#)
    var revision = revision(tokens: 0, text: nil)
    revision.live?.overlay.shortForms = [ShortFormSize(position: 2, tokens: 7)]
    let tokenizer = EstimatingTokenizer()
    let expected = tokenizer.entryTokens(kind: .toolOutput, contents: ["A digest of what came: 1234."])
    let counted = revision.counted(by: tokenizer, shortForms: [form])
    #expect(counted.live?.overlay.shortForms == [ShortFormSize(position: 2, tokens: Int32(expected))])
  }

  @Test func `a revision without a summary stays as it is`() {
    let plain = revision(tokens: 0, text: nil)
    #expect(plain.counted(by: EstimatingTokenizer()).live?.overlay == plain.live?.overlay)
    #expect(StoredRevision(highest: 2, live: nil).counted(by: EstimatingTokenizer()).live == nil)
  }
}
