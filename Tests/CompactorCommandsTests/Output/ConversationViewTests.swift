import Compaction
import Testing
import Transcripts

@testable import CompactorCommands
@testable import Storage

@Suite struct ConversationViewTests {
  private func entries(_ count: Int32) -> [EntryLine] {
    (1...count).map { position in
      let kind: EntryKind = position == 1 ? .instructions : position.isMultiple(of: 2) ? .prompt : .response
      return EntryLine(position: position, message: position, kind: kind, text: "text \(position)")
    }
  }

  private func view(_ count: Int32, _ ranges: [DispositionRange] = [], summary: Int32? = nil) -> ConversationView {
    let conversation = ConversationRecord(
      number: 3, tenant: "acme", key: "chat-7", format: "openai", metadata: "{}", entries: Int(count),
      messages: Int(count),
      bytes: 100, lastPosition: count, createdAt: 0)
    guard let last = ranges.last else { return ConversationView(conversation: conversation, entries: entries(count)) }
    let overlay = Overlay(
      ranges: ranges, summary: summary.map { Overlay.Summary(before: $0, tokens: 9) }, coversThrough: last.range.last)
    return ConversationView(
      conversation: conversation,
      shown: StoredRevision.Live(
        revision: 2, overlay: overlay, policy: [], summaryText: summary.map { _ in "They met.\nThey agreed." }),
      audit: AuditRecord(
        number: 1, conversation: 3, tenant: "acme", key: "chat-7", run: 5, job: "nightly", jobVersion: 4, revision: 2,
        outcome: "compacted", reason: nil, tokenizer: "estimate@1", tokensBefore: 1_000, tokensAfter: 250,
        entriesBefore: 12, entriesAfter: 4, model: "m", provider: "offline", modelCalls: 2, inputTokens: 900,
        cachedTokens: 0,
        outputTokens: 80, cost: "0.01", verdict: "legal", startedAt: 0, finishedAt: 60_000_000, dispositions: "[]"),
      entries: entries(count))
  }

  private func range(_ first: Int32, _ last: Int32, _ disposition: Disposition, _ stage: String? = nil)
    -> DispositionRange
  {
    DispositionRange(PositionRange(first, last), disposition, stage: stage, revision: 2)
  }

  @Test func `a conversation that was never compacted is its entries`() {
    #expect(
      view(2).text(full: false) == """
        conversation chat-7, tenant acme, format openai
        not compacted: readers get its 2 entries as they are

                1  instructions text 1
                2  prompt       text 2
        """)
  }

  @Test func `ranges stand in order with their stages, long ones shortened, the summary in its place`() {
    let view = view(
      12,
      [
        range(1, 1, .kept), range(2, 9, .covered, "summarize"), range(10, 10, .dropped, "rolling_window"),
        range(11, 11, .kept),
      ], summary: 11)
    #expect(
      view.text(full: false) == """
        conversation chat-7, tenant acme, format openai
        revision 2 by job nightly, version 4, run 5, 1970-01-01 00:01:00 UTC
          before  12 entries, 1,000 tokens
          after   4 entries, 250 tokens (-75 %), by estimate@1; history legal
          model   m (offline), 2 calls, 900 tokens in, 80 out, 0.01 USD

                1  instructions text 1
          ~ 8 covered by summarize, revision 2
          ~     2  prompt       text 2
          ~     3  response     text 3
          ~       … 4 more
          ~     8  prompt       text 8
          ~     9  response     text 9
          - 1 dropped by rolling_window, revision 2
          -    10  prompt       text 10
          + summary  They met.
          +          They agreed.
               11  response     text 11
               12  prompt       text 12
        """)
    let full = view.text(full: true)
    for position in 1...12 { #expect(full.contains("text \(position)\n") || full.hasSuffix("text \(position)")) }
  }

  @Test func `a summary behind which nothing is kept stands at the end`() {
    let view = view(4, [range(1, 1, .kept), range(2, 4, .covered, "summarize")], summary: 5)
    #expect(view.text(full: false).hasSuffix("  + summary  They met.\n  +          They agreed."))
  }

  @Test func `what became of revisions is said, with who and why, and how a shadow is seen`() throws {
    func record(_ number: Int32, _ state: RevisionRecord.State) -> RevisionRecord {
      var record = RevisionRecord(revision: number, state: state, createdAt: 0, run: 5, job: "nightly")
      if state == .rolledBack {
        (record.rolledBackAt, record.rolledBackBy, record.rolledBackReason) = (60_000_000, "ann", "it was wrong")
      }
      return record
    }
    let rolledBack = "revision 2 was rolled back 1970-01-01 00:01:00 UTC by ann: it was wrong"
    var plain = view(2)
    plain.revisions = [record(2, .rolledBack), record(3, .shadow)]
    #expect(
      plain.text(full: false).hasPrefix(
        """
        conversation chat-7, tenant acme, format openai
        not compacted: readers get its 2 entries as they are
        \(rolledBack)
        revision 3 is a shadow: readers do not get it; --revision 3 shows it
        """))
    var shown = view(2, [range(1, 1, .kept), range(2, 2, .dropped, "rolling_window")])
    func lines(_ revisions: RevisionRecord...) -> [String] {
      shown.revisions = revisions
      return shown.text(full: false).split(separator: "\n").map(String.init).filter { $0.hasPrefix("revision ") }
        .dropFirst().map { $0 }
    }
    #expect(lines(record(1, .rolledBack), record(2, .live)) == [], "what went before it is of no interest")
    #expect(lines(record(2, .live), record(3, .live)) == ["revision 2 was followed by 3"])
    #expect(lines(record(2, .rolledBack)) == [rolledBack])
    #expect(lines(record(2, .shadow)) == ["revision 2 is a shadow: readers do not get it"])
    let json = try JSON(parsing: shown.json)
    #expect(json["state"] == "shadow" && json["revisions"]?[0]?["rolled_back_by"] == .null)
    #expect([record(1, .rolledBack), record(2, .live)].list == "1 (rolled_back), 2 (live)")
  }

  @Test func `a program gets the ranges`() throws {
    let json = try JSON(
      parsing: view(5, [range(1, 1, .kept), range(2, 3, .dropped, "rolling_window"), range(4, 4, .kept)]).json)
    let ranges = try #require(json["ranges"]?.array)
    #expect(ranges.map { [$0["first"]?.int, $0["last"]?.int] } == [[1, 1], [2, 3], [4, 4], [5, 5]])
    #expect(ranges.map { $0["disposition"]?.string } == ["kept", "dropped", "kept", "kept"])
    #expect(ranges.map { $0["stage"]?.string } == [nil, "rolling_window", nil, nil])
    #expect(ranges.map { $0["revision"]?.int } == [2, 2, 2, nil], "what came after it no revision has decided on")
    #expect(json["summary"] == .null && json["tokens_before"] == 1_000)
  }
}
