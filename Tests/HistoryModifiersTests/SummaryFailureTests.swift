import HistoryModifiers
import LanguageModels
import ScriptedModels
import Summarization
import Testing
import Transcripts

struct SummaryFailureTests {
  private struct Down: Error {}

  @Test func `a failing summariser keeps the history, and is not asked again until it has grown by a tenth`()
    async throws
  {
    let (model, writer) = (ScriptedLanguageModel.answering(), ScriptedLanguageModel { _, _ in .failure(Down()) })
    let session = LanguageModelSession.with(model, history: Make.turns(4)) {
      $0.summarizeHistory(entryThreshold: 5, model: writer)
    }
    try await session.respond(to: "One.")
    #expect(session.historyReport?.failure is Down)
    #expect(model.lastShown.count == 10)
    try await session.respond(to: "Two.")
    try await session.respond(to: "Three.")
    #expect(writer.recorder.requests.count == 1)
    for prompt in ["Four.", "Five."] { try await session.respond(to: prompt) }
    #expect(writer.recorder.requests.count == 2)
  }

  @Test func `on request a failing summariser throws into respond, and the turn is undone`() async throws {
    let (model, writer) = (ScriptedLanguageModel.answering(), ScriptedLanguageModel { _, _ in .failure(Down()) })
    let session = LanguageModelSession.with(model, history: Make.turns(4)) {
      $0.summarizeHistory(entryThreshold: 5, model: writer, onFailure: .throwError)
    }
    #expect(await failure { try await session.respond(to: "One.") } is Down)
    #expect(model.recorder.requests.isEmpty)
    #expect(session.transcript.count == 9)
  }

  @Test func `on request a refused summary throws, with the reason and no text`() async throws {
    let writer = ScriptedLanguageModel { _, _ in .text("I'm sorry, I can't talk about roses.") }
    let session = LanguageModelSession.with(history: Make.turns(4)) {
      $0.summarizeHistory(entryThreshold: 5, model: writer, onFailure: .throwError)
    }
    let error = await failure { try await session.respond(to: "One.") }
    #expect(error as? SummaryRefused == SummaryRefused(refusal: .declined))
    #expect("\(error!)" == "the summary of the history was refused: declined")
  }

  @Test func `a request that is cancelled while its summary is written ends by it`() async throws {
    let gate = Gate()
    let writer = ScriptedLanguageModel { _, _ in .steps(.perform { try await gate.wait() }) }
    let session = LanguageModelSession.with(history: Make.turns(4)) {
      $0.summarizeHistory(entryThreshold: 5, model: writer)
    }
    let task = Task { try await session.respond(to: "One.") }
    await gate.arrival()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(session.historyReport?.failure == nil)
  }

  @Test func `what summaries cost is told apart from the session's own usage`() async throws {
    let model = ScriptedLanguageModel { _, _ in .text("Yes.").costing(input: 10, output: 2) }
    let writer = ScriptedLanguageModel { _, _ in .text(goodSummary).costing(input: 300, output: 20) }
    let session = LanguageModelSession.with(model, history: Make.turns(4)) {
      $0.summarizeHistory(entryThreshold: 5, model: writer)
    }
    try await session.respond(to: "One.")
    #expect(session.usage.totalTokenCount == 12)
    #expect(session.historyReport?.usage.totalTokenCount == 320)
  }
}
