import HistoryModifiers
import LanguageModels
import ScriptedModels
import Testing
import Transcripts

struct AfterResponseTests {
  @Test func `a summary after the response keeps nobody waiting, and holds once it is there`() async throws {
    let gate = Gate()
    let model = ScriptedLanguageModel.answering()
    let writer = ScriptedLanguageModel { _, _ in
      .steps(.perform { try await gate.wait() }, .send(.response(action: .appendText(goodSummary))))
    }
    let session = LanguageModelSession.with(model, history: Make.turns(4)) {
      $0.summarizeHistory(entryThreshold: 5, model: writer, timing: .afterResponse)
    }
    try await session.respond(to: "One.")
    await gate.arrival()
    // Answered although the summary is still being written.
    try await session.respond(to: "Two.")
    #expect(model.lastShown.outline == "S U1 A1 U2 A2 U3 A3 U4 A4 entry-1 entry-2 entry-3")
    gate.open()
    await session.finishSummarizing()
    try await session.respond(to: "Three.")
    #expect(model.lastShown.outline == "S Σentry-1 entry-2 entry-3 entry-4 entry-5")
    await session.finishSummarizing()
  }

  @Test func `modifiers around it act while the summary is written`() async throws {
    let gate = Gate()
    let model = ScriptedLanguageModel.answering()
    let writer = ScriptedLanguageModel { _, _ in
      .steps(.perform { try await gate.wait() }, .send(.response(action: .appendText(goodSummary))))
    }
    let history = [Make.prompt("U0"), Make.calls("C0", "a"), Make.output("a"), Make.response("A0")] + Make.turns(3)
    let session = LanguageModelSession.with(model, history: history) {
      $0.summarizeHistory(entryThreshold: 5, model: writer, timing: .afterResponse).droppingCompletedToolCalls()
    }
    try await session.respond(to: "One.")
    await gate.arrival()
    try await session.respond(to: "Two.")
    #expect(model.lastShown.outline == "S U0 A0 U1 A1 U2 A2 U3 A3 entry-1 entry-2 entry-3")
    gate.open()
    await session.finishSummarizing()
    try await session.respond(to: "Three.")
    #expect(model.lastShown.outline == "S Σentry-1 entry-2 entry-3 entry-4 entry-5")
    await session.finishSummarizing()
  }

  @Test func `a failure after the response is thrown into the next request where that is asked for, once`() async throws
  {
    struct Down: Error {}
    let writer = ScriptedLanguageModel { _, index in index == 0 ? .failure(Down()) : .text(goodSummary) }
    let session = LanguageModelSession.with(history: Make.turns(4)) {
      $0.summarizeHistory(entryThreshold: 5, model: writer, timing: .afterResponse, onFailure: .throwError)
    }
    try await session.respond(to: "One.")
    await session.finishSummarizing()
    #expect(await failure { try await session.respond(to: "Two.") } is Down)
    try await session.respond(to: "Two.")
    await session.finishSummarizing()
    #expect(session.historyReport?.summary == goodSummary)
    #expect(session.historyReport?.failure == nil)
  }
}
