import HistoryModifiers
import LanguageModels
import ScriptedModels
import Testing
import Transcripts

struct DroppingTests {
  private static let history: [Transcript.Entry] = [
    Make.prompt("U1"), Make.reasoning("R1"), Make.calls("C1", "a", "b"), Make.output("b"), Make.output("a"),
    Make.response("A1"),
  ]

  @Test func `completed calls go with their results and the reasoning that led to them`() async throws {
    let model = ScriptedLanguageModel.answering()
    let session = LanguageModelSession.with(model, history: Self.history) { $0.droppingCompletedToolCalls() }
    try await session.respond(to: "And now?")
    #expect(model.lastShown.outline == "S U1 A1 entry-1")
    #expect(session.transcript.map(\.kind).count == 9)
    #expect(Array(session.transcript.dropFirst().prefix(6)) == Self.history)
    #expect(session.wholeTranscript.count == 8)
  }

  @Test func `calls of the turn at hand stay while the model works with them`() async throws {
    let model = ScriptedLanguageModel(
      .calls(.init("look", id: "x")), .calls(.init("look", id: "y")), .text("Both are fine."), .text("Later."))
    let session = LanguageModelSession.with(model, tools: [LookTool()], history: []) {
      $0.droppingCompletedToolCalls()
    }
    try await session.respond(to: "Look twice.")
    #expect(model.lastShown.map(\.kind) == [.instructions, .prompt, .toolCalls, .toolOutput, .toolCalls, .toolOutput])
    try await session.respond(to: "Thank you.")
    #expect(model.lastShown.map(\.kind) == [.instructions, .prompt, .response, .prompt])
  }

  @Test func `defect - completed by position - a call without its result stays with those beside it`() async throws {
    var history = Self.history
    history.removeAll { $0.id == "a" }
    let model = ScriptedLanguageModel.answering()
    let session = LanguageModelSession.with(model, history: history) { $0.droppingCompletedToolCalls() }
    try await session.respond(to: "And now?")
    #expect(model.lastShown.outline == "S U1 R1 C1 b A1 entry-1")
  }

  @Test func `the same call id in every turn is matched by occurrence`() async throws {
    let history = [
      Make.prompt("U1"), Make.calls("C1", "call_0"), Make.output("call_0"), Make.response("A1"), Make.prompt("U2"),
      Make.calls("C2", "call_0"),
    ]
    let model = ScriptedLanguageModel.answering()
    let session = LanguageModelSession.with(model, history: history) { $0.droppingCompletedToolCalls() }
    try await session.respond(to: "And now?")
    #expect(model.lastShown.outline == "S U1 A1 U2 C2 entry-1")
  }

  /// A skill that stands in the instructions while it is active.
  private struct Kitchen: LanguageModelSession.DynamicProfile {
    let activations: SkillActivations

    var body: some DynamicProfile {
      Profile {
        Instructions("You help in a kitchen.")
        Skills(activations: activations) {
          Skill(name: "oven", description: "Heating the oven.", allowsDeactivation: true) {
            Instructions("Heat it first.")
            LookTool()
          }
        }
      }
      .droppingCompletedToolCalls()
    }
  }

  @Test func `a skill that was called up, left and dropped leaves no trace in what is sent`() async throws {
    func sent(_ replies: ScriptedReply...) async throws -> (last: Transcript, whole: Transcript) {
      let model = ScriptedLanguageModel(replies: replies)
      let session = LanguageModelSession(profile: Kitchen(activations: SkillActivations()).model(model))
      for prompt in ["Heat the oven.", "Enough.", "What is for dinner?"] { try await session.respond(to: prompt) }
      return (try #require(model.recorder.requests.last).transcript, session.wholeTranscript)
    }
    func toggle(_ id: String) -> ScriptedReply { .calls(.init("toggle_skill", #"{"skill":"oven"}"#, id: id)) }
    let used = try await sent(
      toggle("1"), .calls(.init("look", id: "x")), .text("It heats."), toggle("2"), .text("It cools."), .text("Bread."))
    let unused = try await sent(.text("It heats."), .text("It cools."), .text("Bread."))

    #expect(used.last.map(\.kind) == [.instructions, .prompt, .response, .prompt, .response, .prompt])
    // But for the numbers in their ids, since entries were dropped between them.
    #expect(used.last.map(\.segments.contents) == unused.last.map(\.segments.contents))
    #expect(used.last.first?.json == unused.last.first?.json)
    #expect(used.whole.count { $0.kind == .toolCalls } == 3)
  }
}

extension [Transcript.Segment] {
  /// Without the ids.
  fileprivate var contents: [String] {
    map { segment in
      if case .text(let text) = segment { text.text } else { segment.json.text }
    }
  }
}
