import HistoryModifiers
import LanguageModels
import ScriptedModels
import Testing
import Transcripts

struct HistoryStateTests {
  private struct Down: Error {}

  @Test func `a turn that is undone leaves the summary of what came before it`() async throws {
    let model = ScriptedLanguageModel(.failure(Down()), .text("Now."))
    let writer = ScriptedLanguageModel.summarizing()
    let session = LanguageModelSession.with(model, history: Make.turns(4)) {
      $0.summarizeHistory(entryThreshold: 5, model: writer)
    }
    #expect(await failure { try await session.respond(to: "One.") } is Down)
    #expect(session.transcript.count == 9)
    try await session.respond(to: "Two.")
    #expect(model.lastShown.outline == "S Σentry-2")
    #expect(writer.recorder.requests.count == 1)
  }

  @Test func `a history that is rewritten behind the summary begins anew`() async throws {
    let model = ScriptedLanguageModel.answering()
    let writer = ScriptedLanguageModel.summarizing()
    let session = LanguageModelSession.with(model, history: Make.turns(4)) {
      $0.summarizeHistory(entryThreshold: 5, model: writer)
    }
    try await session.respond(to: "One.")
    session.properties.history = session.properties.history.suffix(3)
    try await session.respond(to: "Two.")
    #expect(model.lastShown.outline == "S A4 entry-1 entry-2 entry-3")
    #expect(session.historyReport?.summary == nil)
  }

  @Test func `instructions that change leave the summary alone`() async throws {
    let model = ScriptedLanguageModel.answering()
    let writer = ScriptedLanguageModel.summarizing()
    let session = LanguageModelSession(
      profile: Changing(model: model, writer: writer), history: Make.turns(4))
    try await session.respond(to: "One.")
    session.properties.isTerse = true
    try await session.respond(to: "Two.")
    #expect(model.lastShown.outline == "S Σentry-1 entry-2 entry-3")
    #expect(model.lastShown.texts.first == "Be terse.")
    #expect(writer.recorder.requests.count == 1)
  }

  @Test func `profiles that share a session keep their own overlays`() async throws {
    let model = ScriptedLanguageModel.answering()
    let writer = ScriptedLanguageModel.summarizing()
    let session = LanguageModelSession(
      profile: Baton(model: model, writer: writer), history: Make.turns(4))
    try await session.respond(to: "One.")
    #expect(model.lastShown.outline == "S Σentry-1")
    session.properties.isTerse = true
    try await session.respond(to: "Two.")
    #expect(model.lastShown.outline == "S entry-1 entry-2 entry-3")
    session.properties.isTerse = false
    try await session.respond(to: "Three.")
    #expect(model.lastShown.outline == "S Σentry-1 entry-2 entry-3 entry-4 entry-5")
    #expect(writer.recorder.requests.count == 1)
  }

  @Test func `what the model is sent begins with the same entries as the request before`() async throws {
    let model = ScriptedLanguageModel.answering()
    let session = LanguageModelSession.with(model, history: Make.turns(4)) {
      $0.summarizeHistory(entryThreshold: 10, model: ScriptedLanguageModel.summarizing())
    }
    for round in 1...4 { try await session.respond(to: "Round \(round).") }
    let sent = model.recorder.requests.map(\.transcript.entries)
    #expect(sent.last?.outline == "S Σentry-1 entry-2 entry-3 entry-4 entry-5 entry-6 entry-7")
    for (earlier, later) in zip(sent, sent.dropFirst()) { #expect(later.starts(with: earlier)) }
  }
}

private struct TerseKey: SessionPropertyKey {
  static let defaultValue = false
}

extension SessionPropertyValues {
  fileprivate var isTerse: Bool {
    get { self[TerseKey.self] }
    set { self[TerseKey.self] = newValue }
  }
}

private struct Changing: LanguageModelSession.DynamicProfile {
  var model: ScriptedLanguageModel
  var writer: ScriptedLanguageModel
  @SessionProperty(\.isTerse) private var isTerse

  init(model: ScriptedLanguageModel, writer: ScriptedLanguageModel) {
    self.model = model
    self.writer = writer
  }

  var body: some DynamicProfile {
    Profile { Instructions(isTerse ? "Be terse." : "Tell all that you know of gardens.") }
      .model(model).summarizeHistory(entryThreshold: 10, model: writer)
  }
}

private struct Baton: LanguageModelSession.DynamicProfile {
  var model: ScriptedLanguageModel
  var writer: ScriptedLanguageModel
  @SessionProperty(\.isTerse) private var isTerse

  init(model: ScriptedLanguageModel, writer: ScriptedLanguageModel) {
    self.model = model
    self.writer = writer
  }

  var body: some DynamicProfile {
    if isTerse {
      Profile { Instructions("Be terse.") }.model(model).rollingWindow(size: .turns(2))
    } else {
      Profile { Instructions("Tell all.") }.model(model).summarizeHistory(entryThreshold: 10, model: writer)
    }
  }
}
