import Compaction
import LanguageModels
import ScriptedModels
import Testing
import Tokenization
import Transcripts

@testable import HistoryModifiers

struct ChainTests {
  private static let history =
    [Make.prompt("U1"), Make.response("A1"), Make.prompt("U2"), Make.calls("C2", "a"), Make.output("a")] + [
      Make.response("A2")
    ]

  @Test func `the modifier written last runs first`() async throws {
    let dropFirst = ScriptedLanguageModel.answering()
    let session = LanguageModelSession.with(dropFirst, history: Self.history) {
      $0.rollingWindow(entries: 5).droppingCompletedToolCalls()
    }
    try await session.respond(to: "And now?")
    #expect(dropFirst.lastShown.outline == "S U1 A1 U2 A2 entry-1")

    let windowFirst = ScriptedLanguageModel.answering()
    let other = LanguageModelSession.with(windowFirst, history: Self.history) {
      $0.droppingCompletedToolCalls().rollingWindow(entries: 5)
    }
    try await other.respond(to: "And now?")
    #expect(windowFirst.lastShown.outline == "S U2 A2 entry-1")
  }

  @Test func `a chain decides as a job whose stages stand in the reverse order`() async throws {
    let session = LanguageModelSession.with(history: Self.history) {
      $0.rollingWindow(entries: 3).droppingCompletedToolCalls()
    }
    try await session.respond(to: "And now?")
    var history = SessionHistory(tokenizer: EstimatingTokenizer())
    _ = history.update(to: Array(session.transcript.entries.dropLast()))
    let policy = Policy(
      trigger: Trigger(.any, []), protection: Protection(lastTurns: 0),
      stages: [
        .dropCompletedToolCalls(DropCompletedToolCalls(keepLastTurns: 1)), .rollingWindow(RollingWindow(.entries(3))),
      ])
    var planner = Planner()
    let result = planner.plan(
      PlanningInput(
        snapshot: history.snapshot, previous: nil, policy: policy, now: 0, lastAppend: 0, revision: 1))
    guard case .settled(let plan) = result else { throw Missing() }
    func decisions(_ overlay: Overlay?) -> [String] {
      (overlay?.ranges ?? []).map { "\($0.range) \($0.disposition) \($0.stage ?? "")" }
    }
    #expect(decisions(session.historyReport?.overlay) == decisions(plan.overlay))
    #expect(plan.effects.map(\.stage) == ["drop_completed_tool_calls", "rolling_window"])
  }

  @Test func `another transform between two modifiers runs between them`() async throws {
    let model = ScriptedLanguageModel.answering()
    let session = LanguageModelSession.with(model, history: Self.history) {
      $0.rollingWindow(size: .turns(2))
        .historyTransform { entries in entries.filter { $0.id != "U2" && $0.id != "A2" } }
        .droppingCompletedToolCalls()
    }
    try await session.respond(to: "And now?")
    #expect(model.lastShown.outline == "S U1 A1 entry-1")
  }

  @Test(
    arguments: [
      { $0.rollingWindow(entries: 0) }, { $0.rollingWindow(size: .turns(-1)) },
      { $0.droppingCompletedToolCalls(keepingLastTurns: 0) },
      { $0.summarizeHistory(entryThreshold: 0, model: ScriptedLanguageModel.summarizing()) },
      { $0.summarizeHistory(tokenThreshold: 900, model: ScriptedLanguageModel.summarizing(), maximumSummaryTokens: 0) },
      // The window runs first and never lets the history grow that long.
      {
        $0.summarizeHistory(entryThreshold: 20, model: ScriptedLanguageModel.summarizing()).rollingWindow(entries: 20)
      },
      {
        $0.summarizeHistory(tokenThreshold: 900, model: ScriptedLanguageModel.summarizing())
          .rollingWindow(size: .tokens(500))
      },
      {
        $0.summarizeHistory(
          entryThreshold: 20, model: ScriptedLanguageModel.summarizing(), keeping: .turns(3)
        ).rollingWindow(size: .turns(3))
      },
      { $0.rollingWindow(entries: 10).rollingWindow(entries: 8) },
      { $0.droppingCompletedToolCalls().droppingCompletedToolCalls() },
      { $0.droppingCompletedToolCalls().rollingWindow(size: .turns(1)) },
      {
        $0.summarizeHistory(entryThreshold: 20, model: ScriptedLanguageModel.summarizing())
          .summarizeHistory(entryThreshold: 40, model: ScriptedLanguageModel.summarizing())
      },
      { $0.compactHistory(under: Policy(trigger: Trigger(.any, []), stages: [])) },
      {
        $0.compactHistory(
          under: Policy(
            trigger: Trigger(.any, []),
            stages: [.summarize(Summarize(model: "small", prompt: "facts@1", atMostTokens: 100))]))
      },
      {
        $0.compactHistory(
          under: Policy(
            trigger: Trigger(.any, []),
            stages: [.summarize(Summarize(model: "small", prompt: "none@1", atMostTokens: 100))]),
          models: ["small": ScriptedLanguageModel.summarizing()])
      },
    ] as [@Sendable (LanguageModelSession.Profile) -> any LanguageModelSession.DynamicProfile])
  func `defect - a chain that can never act is silent - it is an error before the first request`(
    modify: @Sendable (LanguageModelSession.Profile) -> any LanguageModelSession.DynamicProfile
  ) async throws {
    let model = ScriptedLanguageModel.answering()
    let session = LanguageModelSession.with(model, history: Make.turns(1), modify)
    let error = await failure { try await session.respond(to: "And now?") }
    #expect(error is HistoryModifierError)
    #expect(model.recorder.requests.isEmpty)
    #expect(session.transcript.map(\.id) == ["U1", "A1"])
  }

  @Test func `the error names the modifier, what is wrong and what to do`() async throws {
    let session = LanguageModelSession.with(history: []) {
      $0.summarizeHistory(entryThreshold: 30, model: ScriptedLanguageModel.summarizing()).rollingWindow(entries: 20)
    }
    let error = await failure { try await session.respond(to: "And now?") }
    #expect(
      "\(error!)" == """
        summarizeHistory(entryThreshold: 30) can never act: the window that runs before it keeps the history below the \
        threshold; make it smaller than 20, or put the stage before the window (of a chain, the modifier written last \
        runs first)
        """)
  }

  @Test(
    arguments: [
      {
        $0.rollingWindow(entries: 20).summarizeHistory(entryThreshold: 30, model: ScriptedLanguageModel.summarizing())
      },
      {
        $0.summarizeHistory(entryThreshold: 19, model: ScriptedLanguageModel.summarizing()).rollingWindow(entries: 20)
      },
      { $0.rollingWindow(entries: 8).rollingWindow(entries: 10) },
      { $0.droppingCompletedToolCalls().rollingWindow(size: .turns(2)) },
    ] as [@Sendable (LanguageModelSession.Profile) -> any LanguageModelSession.DynamicProfile])
  func `a chain that can act is none`(
    modify: @Sendable (LanguageModelSession.Profile) -> any LanguageModelSession.DynamicProfile
  ) async throws {
    try await LanguageModelSession.with(history: Make.turns(1), modify).respond(to: "And now?")
  }
}
