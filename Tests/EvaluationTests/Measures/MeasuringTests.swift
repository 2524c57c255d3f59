import Compaction
import Evaluation
import Testing
import Transcripts

/// Measures that can be counted by hand.
@Suite struct MeasuringTests {
  private static func call(_ id: String, _ tool: String, _ arguments: JSON) -> JSON {
    [
      "role": "assistant", "content": nil,
      "tool_calls": [
        [
          "id": .string(id), "type": "function",
          "function": ["name": .string(tool), "arguments": .string(arguments.text)],
        ]
      ],
    ]
  }

  private static func result(_ id: String, _ text: String) -> JSON {
    ["role": "tool", "tool_call_id": .string(id), "content": .string(text)]
  }

  /// Four calls; the third uses what the first found: an identifier and a text. The last group is never touched.
  private static let messages: [JSON] = [
    ["role": "system", "content": "You help with orders."],
    ["role": "user", "content": "Where is my order? Never call me before nine."],
    call("a", "find_user", ["name": "unheard"]),
    result(
      "a", "Found the account mia_li_3668: the parcel waits at the gate since noon and nobody came to take it home yet."
    ),
    call("b", "read_file", ["path": "src/notes.txt"]),
    result("b", "Nothing of note."),
    call("c", "get_order", ["user": "mia_li_3668", "note": "the parcel waits at the gate"]),
    result("c", "It is under way."),
    call("d", "close_case", ["done": true]),
    result("d", "Closed."),
    ["role": "assistant", "content": "It is under way."],
  ]

  private func measure(_ stages: Stage..., qa: JSON = []) async throws -> PolicyMeasures {
    var evaluated = policy()
    evaluated.policy.stages = stages
    return try await measures(of: evaluated, on: [try conversation(Self.messages, qa: qa)])
  }

  @Test func `values that later calls use are lost with a placeholder, and identifiers stay in a digest`() async throws
  {
    let masked = try await measure(.clearToolResults(ClearToolResults(leave: .placeholder, keepLast: 0))).policy
    #expect(masked.references == Share(0, of: 2))
    let digest = try await measure(.clearToolResults(ClearToolResults(keepLast: 0))).policy
    #expect(digest.references == Share(1, of: 2))
    let kept = try await measure(.clearToolResults(ClearToolResults(keepLast: 2))).policy
    #expect(kept.references == Share(2, of: 2))
  }

  @Test func `a file is named as long as its call stands, and what was done with it`() async throws {
    let masked = try await measure(.clearToolResults(ClearToolResults(leave: .placeholder, keepLast: 0))).policy
    #expect(masked.artifactTrail == Share(1, of: 1))
    let dropped = try await measure(.dropCompletedToolCalls(DropCompletedToolCalls(keepLast: 1))).policy
    #expect(dropped.artifactsNamed == Share(0, of: 1))
    #expect(dropped.artifactTrail == Share(0, of: 1))
  }

  @Test func `answers count where they stand in the full history, and survive word for word`() async throws {
    let qa: JSON = [
      ["question": "Which account?", "answers": ["MIA_LI_3668", "another"]],
      ["question": "Where is it?", "answers": ["at the gate"]],
      ["question": "Unknown?", "answers": ["nowhere at all"]],
      ["question": "When not to call?", "answers": ["before nine"]],
    ]
    let digest = try await measure(.clearToolResults(ClearToolResults(keepLast: 0)), qa: qa).policy
    // The account stands in the digest and in a call; the gate in the arguments of a call.
    #expect(digest.answers == Share(3, of: 3))
    let dropped = try await measure(.dropCompletedToolCalls(DropCompletedToolCalls(keepLast: 1)), qa: qa).policy
    #expect(dropped.answers == Share(1, of: 3))
    #expect(dropped.constraints == Share(1, of: 1))
  }

  @Test func `tokens are those of the histories, and a second look changes nothing`() async throws {
    let conversation = try conversation(Self.messages)
    let made = try await measures(
      of: policy(.dropCompletedToolCalls(DropCompletedToolCalls(keepLast: 1))), on: [conversation])
    let headers = conversation.snapshot.headers
    let dropped = headers.filter { (3...8).contains($0.position) }.reduce(0) { $0 + Int($1.tokens) }
    let whole = headers.reduce(0) { $0 + Int($1.tokens) }
    #expect(made.policy.tokens == Share(whole - dropped, of: whole))
    #expect(made.policy.sizes == [ConversationSize(name: "one", before: whole, after: whole - dropped)])
    #expect(made.policy.unstable == 0)
    #expect(made.policy.legal == Share(1, of: 1))
    for baseline in Baseline.allCases { #expect(made[baseline].tokens.part <= made.policy.tokens.part) }
  }

  @Test func `items that the second half says again are measured when the first half is compacted`() async throws {
    let masked = try await measure(.clearToolResults(ClearToolResults(leave: .placeholder, keepLast: 0))).policy
    #expect(masked.allRetention.usedLater == Share(0, of: 1))
    let digest = try await measure(.clearToolResults(ClearToolResults(keepLast: 0))).policy
    #expect(digest.allRetention.usedLater == Share(1, of: 1))
  }

  @Test func `nothing is lost where nothing is done`() async throws {
    let made = try await measure(.rollingWindow(RollingWindow(.tokens(1_000_000))))
    for measures in [made.policy, made.random, made.lastTurns] {
      #expect(measures.compacted == 0)
      #expect(measures.tokens.value == 1 && measures.references.value == 1)
      #expect(measures.allRetention.distinct.value == 1 && measures.constraints.value == 1)
    }
  }

  @Test func `a trigger that does not hold leaves a conversation alone unless triggers are ignored`() async throws {
    var evaluated = policy(.dropCompletedToolCalls(DropCompletedToolCalls()))
    evaluated.policy.trigger = Trigger(.any, [.tokens(1_000_000)])
    for ignores in [false, true] {
      let evaluator = Evaluator(
        [evaluated], settings: EvaluationSettings(ignoresTriggers: ignores), tokenizer: tokenizer, digest: digest)
      let made = try await evaluator.measure(try conversation(Self.messages))[0]
      #expect(made.policy.compacted == (ignores ? 1 : 0))
    }
  }

  @Test func `a target that is reached leaves a conversation alone unless targets are ignored`() async throws {
    var evaluated = policy(.dropCompletedToolCalls(DropCompletedToolCalls()))
    evaluated.policy.target = Size(tokens: 1_000_000)
    for ignores in [false, true] {
      let evaluator = Evaluator(
        [evaluated], settings: EvaluationSettings(ignoresTargets: ignores), tokenizer: tokenizer, digest: digest)
      let made = try await evaluator.measure(try conversation(Self.messages))[0]
      #expect(made.policy.compacted == (ignores ? 1 : 0))
    }
  }

  @Test func `the same seed measures the same, and looks are bounded`() async throws {
    let conversation = try conversation(Self.messages)
    let stage = Stage.clearToolResults(ClearToolResults(keepLast: 0))
    let once = try await measures(of: policy(stage), on: [conversation], seed: 5)
    #expect(try await measures(of: policy(stage), on: [conversation], seed: 5) == once)
    let none = try await measures(of: policy(stage), on: [conversation], looks: 0)
    #expect(none.policy.references.whole == 0 && none.policy.tokensAtCalls.whole == 0)
  }

  @Test func `a summary is judged by what it says, and one that is refused leaves the history`() async throws {
    let stage = Stage.summarize(Summarize(model: "m", prompt: "facts@1", atMostTokens: 60, keepLast: .turns(1)))
    let chat = try conversation([
      [
        "role": "user",
        "content": .string(
          "I live in Leeds. Never deliver to 14 Mill Lane. " + String(repeating: "Talk goes on. ", count: 30)),
      ],
      ["role": "assistant", "content": "Noted."], ["role": "user", "content": "Thanks"],
      ["role": "assistant", "content": "You are welcome."],
    ])
    let told = try await measures(
      of: policy(stage) { _ in .text("Never deliver to 14 Mill Lane; the user owes 977 dollars.", tokens: 20) },
      on: [chat]
    ).policy
    #expect(told.summaries.made == 1 && told.compacted == 1)
    #expect(told.summaries.grounded.whole - told.summaries.grounded.part == 1, "977 stands nowhere")
    #expect(told.constraints == Share(1, of: 1))
    let vague = try await measures(of: policy(stage) { _ in .text("They talked.", tokens: 9) }, on: [chat]).policy
    #expect(vague.constraints == Share(0, of: 1))
    #expect(vague.retention[.name]?.distinct.part == 0)
    let refused = try await measures(of: policy(stage) { _ in .refused(reason: "blank") }, on: [chat]).policy
    #expect(refused.compacted == 0 && refused.summaries.refusals["blank"] == 1)
  }
}
