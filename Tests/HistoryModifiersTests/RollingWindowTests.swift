import Compaction
import HistoryModifiers
import LanguageModels
import ScriptedModels
import Testing
import Transcripts

struct RollingWindowTests {
  @Test(arguments: [
    (RollingWindowSize.entries(5), "S U2 A2 U3 A3 entry-1"),
    (.entries(4), "S U3 A3 entry-1"),
    (.turns(2), "S U3 A3 entry-1"),
    (.turns(4), "S U1 A1 U2 A2 U3 A3 entry-1"),
    (.tokens(80), "S U3 A3 entry-1"),
    (.tokens(1), "S entry-1"),
  ])
  func `a window keeps the largest end of whole turns`(size: RollingWindowSize, outline: String) async throws {
    let model = ScriptedLanguageModel.answering()
    let session = LanguageModelSession.with(model, history: Make.turns(3)) { $0.rollingWindow(size: size) }
    try await session.respond(to: "And now?")
    #expect(model.lastShown.outline == outline)
    #expect(session.transcript.count == 9)
  }

  @Test func `defect - the window drops the instructions - they stand outside it`() async throws {
    let model = ScriptedLanguageModel.answering()
    let session = LanguageModelSession.with(model, history: Make.turns(9)) { $0.rollingWindow(entries: 1) }
    try await session.respond(to: "And now?")
    #expect(model.lastShown.outline == "S entry-1")
  }

  @Test func `defect - the window cuts inside a turn - it begins with a prompt`() async throws {
    for count in 1...12 {
      let model = ScriptedLanguageModel.answering()
      let session = LanguageModelSession.with(model, history: Make.turns(5)) { $0.rollingWindow(entries: count) }
      try await session.respond(to: "And now?")
      #expect(model.lastShown.dropFirst().first?.kind == .prompt, "\(count)")
      #expect(model.lastShown.count <= count + 1)
    }
  }

  @Test func `a long loop of tools is cut between its groups, behind its prompt`() async throws {
    let replies = (0..<6).map { ScriptedReply.calls(.init("look", id: "c\($0)")) } + [.text("All seen.")]
    let model = ScriptedLanguageModel(replies: replies)
    let session = LanguageModelSession.with(model, tools: [LookTool()], history: []) { $0.rollingWindow(entries: 5) }
    try await session.respond(to: "Look around.")
    #expect(
      model.lastShown.map(\.kind) == [.instructions, .prompt, .toolCalls, .toolOutput, .toolCalls, .toolOutput])
    #expect(model.lastShown.last?.id == "c5")
    #expect(session.transcript.count == 15)
  }

  @Test func `what left the window does not come back`() async throws {
    let model = ScriptedLanguageModel.answering()
    let session = LanguageModelSession.with(model, history: Make.turns(3)) { $0.rollingWindow(size: .turns(2)) }
    try await session.respond(to: "One.")
    try await session.respond(to: "Two.")
    #expect(model.lastShown.outline == "S entry-1 entry-2 entry-3")
    #expect(session.historyReport?.whole.entries == 10)
    #expect(session.historyReport?.shown.entries == 4)
  }
}
