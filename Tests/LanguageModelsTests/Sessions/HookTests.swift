import LanguageModels
import ScriptedModels
import Testing
import Transcripts

struct HookTests {
  static let hooks = ["activate", "prompt", "toolCall", "toolOutput", "response"]

  /// A profile that notes when its hooks run, one of which may throw.
  static func profile(
    _ model: ScriptedLanguageModel, _ notes: Notes, throwing broken: String? = nil
  ) -> some LanguageModelSession.DynamicProfile {
    let note: @Sendable (String) throws -> Void = { name in
      notes.add(name)
      if name == broken { throw Broken() }
    }
    let tool = StubTool("look") { _ in
      notes.add("run")
      return "done"
    }
    return LanguageModelSession.Profile { tool }.model(model)
      .onActivate { try note("activate") }
      .onPrompt { _ in try note("prompt") }
      .onToolCall { _ in try note("toolCall") }
      .onToolOutput { _ in try note("toolOutput") }
      .onResponse { _ in try note("response") }
  }

  @Test func `hooks run at their points of a turn`() async throws {
    let notes = Notes()
    let model = ScriptedLanguageModel { request, index in
      notes.add("ask")
      return index == 0 ? .calls(.init("look")) : .text("ok")
    }
    let session = LanguageModelSession(profile: Self.profile(model, notes))
    try await session.respond(to: "a")
    #expect(notes.all == ["activate", "prompt", "ask", "toolCall", "run", "toolOutput", "ask", "response"])
    try await session.respond(to: "b")
    #expect(notes.all.suffix(3) == ["prompt", "ask", "response"])
  }

  @Test(arguments: hooks)
  func `a hook that throws ends the turn, its error reaches the caller, and nothing stays`(hook: String) async throws {
    let notes = Notes()
    let model = ScriptedLanguageModel { request, _ in
      request.transcript.last?.kind == .prompt ? .calls(.init("look")) : .text("ok")
    }
    let session = LanguageModelSession(profile: Self.profile(model, notes, throwing: hook))
    #expect(await failure { try await session.respond(to: "a") } is Broken)
    #expect(notes.all.last == hook)
    #expect(session.transcript.allSatisfy { $0.kind == .instructions })
    #expect(!session.isResponding)
  }

  @Test func `a hook that shortens the history hides entries, and loses none`() async throws {
    struct Trimming: LanguageModelSession.DynamicProfile {
      let model: ScriptedLanguageModel
      @SessionProperty(\.history) var history

      var body: some DynamicProfile {
        Profile { Instructions("Be brief.") }.model(model).onResponse { _ in history = history.suffix(2) }
      }
    }
    let model = ScriptedLanguageModel { _, index in .text("answer \(index)") }
    let session = LanguageModelSession(profile: Trimming(model: model))
    for prompt in ["a", "b", "c"] { try await session.respond(to: prompt) }
    #expect(session.transcript.lines == ["instructions Be brief.", "prompt c", "response answer 2"])
    #expect(
      model.recorder.requests[2].transcript.lines == [
        "instructions Be brief.", "prompt b", "response answer 1", "prompt c",
      ])
    #expect(session.wholeTranscript.count == 6)
  }

  @Test func `a failed turn gives back the history that its hooks changed`() async throws {
    struct Forgetful: LanguageModelSession.DynamicProfile {
      let model: ScriptedLanguageModel
      @SessionProperty(\.history) var history

      var body: some DynamicProfile {
        Profile { Instructions("Be brief.") }.model(model).onPrompt { _ in history = history.suffix(1) }
      }
    }
    let model = ScriptedLanguageModel(.text("one"), .failure(Broken()))
    let session = LanguageModelSession(profile: Forgetful(model: model))
    try await session.respond(to: "a")
    let before = session.transcript
    #expect(await failure { try await session.respond(to: "b") } is Broken)
    #expect(model.recorder.requests[1].transcript.lines == ["instructions Be brief.", "prompt b"])
    #expect(session.transcript == before)
  }

  @Test func `a profile that a tool switches holds from the next request of the same turn`() async throws {
    struct Relay: LanguageModelSession.DynamicProfile {
      let first: ScriptedLanguageModel
      let second: ScriptedLanguageModel
      @SessionProperty(\.history) var history

      var body: some DynamicProfile {
        if history.contains(where: { $0.kind == .toolOutput }) {
          Profile { Instructions("You are the second.") }.model(second)
        } else {
          Profile {
            Instructions("You are the first.")
            StubTool("pass")
          }.model(first)
        }
      }
    }
    let (first, second) = (ScriptedLanguageModel(.calls(.init("pass"))), ScriptedLanguageModel(.text("mine")))
    let session = LanguageModelSession(profile: Relay(first: first, second: second))
    #expect(try await session.respond(to: "go").content == "mine")
    #expect(
      second.recorder.requests[0].transcript.lines == [
        "instructions You are the second.", "prompt go", "toolCalls pass{}", "toolOutput done",
      ])
    #expect(session.transcript.prefix(1).lines == ["instructions You are the second."])
  }

  @Test func `a tool may run a session of its own whose transcript stays apart`() async throws {
    let friend = ScriptedLanguageModel(.text("It is 42."))
    let model = ScriptedLanguageModel(.calls(.init("friend")), .text("42"))
    let tool = StubTool("friend") { _ in
      try await LanguageModelSession(model: friend, instructions: "Know things.").respond(to: "What is it?").content
    }
    let session = LanguageModelSession(model: model, tools: [tool])
    #expect(try await session.respond(to: "go").content == "42")
    #expect(friend.recorder.requests[0].transcript.lines == ["instructions Know things.", "prompt What is it?"])
    #expect(
      session.transcript.dropFirst().lines == [
        "prompt go", "toolCalls friend{}", "toolOutput It is 42.", "response 42",
      ])
  }
}
