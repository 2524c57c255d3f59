import Compaction
import EntryHeaders
import FoundationEssentials
import Summarization
import TestSupport
import Testing
import Tokenization
import TranscriptFormats
import Transcripts

@testable import Storage
@testable import Worker

/// Short forms made of stored rows, for plans that wait for them.
@Suite struct ShortFormTableTests {
  static let long = String(repeating: "row of A1 and B2\n", count: 40)

  /// A prompt, text with a call, its result and an answer; twice.
  private func stored() -> StoredTable {
    var table = StoredTable()
    for turn in 1...2 {
      table.addMessage(original: #"{"role":"user","content":"find it"}"#, [(.prompt, false, false, nil)])
      let arguments = JSON.object([.init("path", "a.swift"), .init("text", .string(Self.long))]).text
      let call: JSON = [
        "role": "assistant", "content": "Let me see.",
        "tool_calls": [
          [
            "id": .string("c\(turn)"), "type": "function",
            "function": ["name": "write", "arguments": .string(arguments)],
          ]
        ],
      ]
      table.addMessage(original: call.text, [(.response, false, false, nil), (.toolCalls, false, false, nil)])
      let result: JSON = ["role": "tool", "tool_call_id": .string("c\(turn)"), "content": .string(Self.long)]
      table.addMessage(original: result.text, [(.toolOutput, false, false, nil)])
      table.addMessage(original: #"{"role":"assistant","content":"done"}"#, [(.response, false, false, nil)])
    }
    return table
  }

  private func loaded(_ snapshot: Snapshot) -> Loaded {
    Loaded(
      claimed: ClaimedConversation(
        claim: Claim(conversation: 7, epoch: 1, token: UUID()), tenant: "default", format: "openai",
        entries: snapshot.headers.count, bytes: 1_000, lastPosition: Int32(snapshot.headers.count), lastAppend: 0,
        claimedAt: 0, attempts: 1, crashes: 0),
      snapshot: snapshot, revision: Storage.StoredRevision(highest: 0, live: nil))
  }

  private func shortening(_ table: StoredTable, _ stage: Stage) throws -> Shortening {
    let loaded = loaded(try table.snapshot())
    var planner = Planner()
    let context = PlanningContext(
      policy: Policy(trigger: Trigger(.any, []), stages: [stage]), policyDigest: [1], fromOriginals: false,
      isLive: true, dialect: .openAI)
    guard case .shortening(let item) = plan(loaded, with: &planner, in: context) else {
      throw DamagedRow(conversation: 7, what: "no short forms were asked for")
    }
    return item
  }

  private func made(_ item: Shortening, of rows: some Sequence<StoredEntry>) -> ShortFormTable {
    var table = ShortFormTable(
      [item], shortForms: ShortForms(digest: { Array($0.prefix(32)) }), tokenizer: HeaderMakerTests.tokenizer)
    for row in rows { table.add(row) }
    return table
  }

  @Test func `a result is read and nothing else, and its form is a message of that entry`() throws {
    let stored = stored()
    let item = try shortening(stored, .clearToolResults(ClearToolResults(keepLast: 0)))
    #expect(item.draft.positions == [4])
    #expect(item.spans.map(\.span) == [EntrySpan(conversation: 7, first: 4, last: 4)])
    let forms = try made(item, of: stored.rows[3...3]).forms(of: 7).get()
    let form = try #require(forms[4])
    #expect(
      try JSON(parsing: form.form)
        == ["role": "tool", "tool_call_id": "c1", "content": "[cleared, 680 characters: A1 B2]"])
    let message = OpenAIChat.entries(of: try RawJSON(form.form))
    #expect(Int(form.tokens) == HeaderMakerTests.tokenizer.tokens(of: message[0]))
  }

  @Test func `calls beside text are read with their message and alone become the form`() throws {
    let stored = stored()
    let item = try shortening(stored, .clearToolArguments(ClearToolArguments(keepLast: 0)))
    #expect(item.draft.positions == [3])
    #expect(item.spans.map(\.span) == [EntrySpan(conversation: 7, first: 2, last: 3)])
    let form = try #require(try made(item, of: stored.rows[1...2]).forms(of: 7).get()[3])
    let message = try JSON(parsing: form.form)
    #expect(message["content"] == .null)
    let arguments = message["tool_calls"]?[0]?["function"]?["arguments"]?.string
    #expect(arguments == #"{"path":"a.swift","text":"[cleared, 680 characters: A1 B2]"}"#)
    let entries = OpenAIChat.entries(of: try RawJSON(form.form))
    #expect(entries.map(\.kind) == [.toolCalls])
    #expect(entries[0].calls.map(\.id) == ["c1"])
  }

  @Test func `of another format the chat form is shortened`() throws {
    var stored = stored()
    for index in stored.rows.indices where stored.rows[index].kind == .toolOutput {
      stored.rows[index].chat = stored.rows[index].original
      stored.rows[index].original = Array("{}".utf8)
    }
    let item = try shortening(stored, .clearToolResults(ClearToolResults(leave: .placeholder, keepLast: 0)))
    let form = try #require(try made(item, of: stored.rows[3...3]).forms(of: 7).get()[4])
    #expect(try JSON(parsing: form.form)["content"] == "[cleared, 680 characters]")
  }

  @Test func `damage is told with its place, and what was erased meanwhile has no form`() throws {
    let stored = stored()
    let calls = try shortening(stored, .clearToolArguments(ClearToolArguments(keepLast: 0)))
    #expect(
      made(calls, of: stored.rows[2...2]).forms(of: 7)
        == .failure(
          DamagedRow(conversation: 7, what: "position 3: found part 1 without the message that it is a part of")))
    let results = try shortening(stored, .clearToolResults(ClearToolResults(keepLast: 0)))
    var broken = stored.rows[3]
    broken.original = Array("{".utf8)
    #expect(
      made(results, of: [broken]).forms(of: 7)
        == .failure(DamagedRow(conversation: 7, what: "position 4: found no JSON")))
    broken.isErased = true
    #expect(try made(results, of: [broken]).forms(of: 7).get() == [:])
  }

  @Test func `spans hold what is asked for once, with its bytes`() throws {
    let snapshot = sketch("U A{1}:90 T(1):90 A &A{2,3}:90 T(2):90 T(3):90 A U A")
    var planner = Planner()
    let stages: [Stage] = [
      .clearToolResults(ClearToolResults(keepLast: 0)), .clearToolArguments(ClearToolArguments(keepLast: 0)),
    ]
    func spans(_ stage: Stage) -> [(EntrySpan, Int)] {
      let context = PlanningContext(
        policy: Policy(trigger: Trigger(.any, []), stages: [stage]), policyDigest: [1], fromOriginals: false,
        isLive: true, dialect: .openAI)
      guard case .shortening(let item) = plan(loaded(snapshot), with: &planner, in: context) else { return [] }
      return item.spans.map { ($0.span, $0.bytes) }
    }
    func span(_ first: Int32, _ last: Int32) -> EntrySpan { EntrySpan(conversation: 7, first: first, last: last) }
    #expect(spans(stages[0]).elementsEqual([(span(3, 3), 360), (span(6, 7), 720)], by: ==))
    #expect(spans(stages[1]).elementsEqual([(span(2, 2), 360), (span(4, 5), 400)], by: ==))
  }

  @Test func `a settled plan writes the forms that are read, and no others`() throws {
    let stored = stored()
    let loaded = loaded(try stored.snapshot())
    var planner = Planner()
    let context = PlanningContext(
      policy: Policy(
        trigger: Trigger(.any, []), protection: Protection(lastTurns: 0),
        stages: [.clearToolResults(ClearToolResults(keepLast: 0)), .hardBudget(HardBudget(tokens: 600))]),
      policyDigest: [1], fromOriginals: false, isLive: true, dialect: .openAI)
    guard case .shortening(let item) = plan(loaded, with: &planner, in: context) else {
      Issue.record("no short forms were asked for")
      return
    }
    let made = try made(item, of: stored.rows).forms(of: 7).get()
    #expect(made.keys.sorted() == [4])
    let settlement = item.draft.settle(tokens: item.draft.positions.map { made[$0].map { Int($0.tokens) } })
    guard case .finished(let finished) = loaded.planned(PlanningResult(settlement), forms: made, in: context) else {
      Issue.record("the plan was not settled")
      return
    }
    let revision = try #require(finished.commit.revision)
    let replaced = revision.overlay.ranges(.replaced).map(\.first)
    #expect(revision.shortForms.map(\.position) == replaced)
    #expect(revision.overlay.shortForms.map(\.position) == replaced)
    let isOver = try #require(finished.commit.after).tokens > 600
    #expect(finished.commit.outcome == (isOver ? .overBudget : .compacted))
  }
}
