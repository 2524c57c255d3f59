import LanguageModels
import ScriptedModels
import Testing
import Transcripts

/// What a session sends before and after a skill is called up.
@Suite struct SkillSessionTests {
  private struct Kitchen: LanguageModelSession.DynamicProfile {
    let activations: SkillActivations
    var dropsToolCalls = false
    @SessionProperty(\.history) private var history

    init(activations: SkillActivations, dropsToolCalls: Bool = false) {
      self.activations = activations
      self.dropsToolCalls = dropsToolCalls
    }

    var body: some DynamicProfile {
      Profile {
        Instructions("You help in a kitchen.")
        Skills(activations: activations, instructions: Instructions("Skills:")) {
          Skill(name: "plating", description: "Arranging dishes.", prompt: "Odd numbers look better.")
          Skill(name: "oven", description: "Heating the oven.", allowsDeactivation: true) {
            Instructions("Heat it first.")
            NamedTool(name: "set_temperature")
          }
        }
      }
      .onPrompt {
        guard dropsToolCalls else { return }
        history = history.filter { $0.kind != .toolCalls && $0.kind != .toolOutput }
      }
    }
  }

  private func toggle(_ skill: String, id: String) -> ScriptedReply {
    .calls(.init("toggle_skill", #"{"skill":"\#(skill)"}"#, id: id))
  }

  private static let inactive = """
    You help in a kitchen.
    Skills:

    Skill: plating [on demand]
    Description: Arranging dishes.

    Skill: oven [inactive]
    Description: Heating the oven.
    tool: toggle_skill
    """

  private static let active = """
    You help in a kitchen.
    Skills:

    Skill: plating [on demand]
    Description: Arranging dishes.

    Skill: oven [active]
    Heat it first.
    tool: toggle_skill
    tool: set_temperature
    """

  @Test func `a prompt skill appends, and what was sent before stays byte for byte`() async throws {
    let model = ScriptedLanguageModel(
      toggle("plating", id: "1"), .text("Five pieces."), toggle("plating", id: "2"), .text("Seven."))
    let session = LanguageModelSession(profile: Kitchen(activations: SkillActivations()).model(model))
    try await session.respond(to: "How many?")
    try await session.respond(to: "And for six?")

    let requests = model.recorder.requests
    #expect(requests[0].transcript.outline == [Self.inactive, "prompt: How many?"])
    #expect(
      requests[3].transcript.outline == [
        Self.inactive, "prompt: How many?", #"calls: toggle_skill{"skill":"plating"}"#,
        "output: Odd numbers look better.", "response: Five pieces.", "prompt: And for six?",
        #"calls: toggle_skill{"skill":"plating"}"#, "output: Odd numbers look better.",
      ])
    for (before, after) in zip(requests, requests.dropFirst()) {
      #expect(after.transcript.bytes.hasPrefix(before.transcript.bytes + "\n"))
      #expect(after.enabledToolDefinitions == before.enabledToolDefinitions)
    }
  }

  @Test func `an instructions skill changes the prefix, brings its tools at once, and changes nothing else`()
    async throws
  {
    let model = ScriptedLanguageModel(
      toggle("oven", id: "1"), .calls(.init("set_temperature", id: "2")), .text("It heats."))
    let session = LanguageModelSession(profile: Kitchen(activations: SkillActivations()).model(model))
    try await session.respond(to: "Heat the oven.")

    let requests = model.recorder.requests
    #expect(requests[0].transcript.outline == [Self.inactive, "prompt: Heat the oven."])
    #expect(
      requests[1].transcript.outline == [
        Self.active, "prompt: Heat the oven.", #"calls: toggle_skill{"skill":"oven"}"#,
        "output: The skill oven is active now. Its guidance stands in your instructions.",
      ])
    #expect(requests[1].enabledToolDefinitions.map(\.name) == ["toggle_skill", "set_temperature"])
    #expect(requests[2].transcript.outline.suffix(2) == ["calls: set_temperature{}", "output: done"])
    #expect(requests[1].transcript.entries.first?.json != requests[0].transcript.entries.first?.json)
    #expect(requests[2].transcript.bytes.hasPrefix(requests[1].transcript.bytes + "\n"))
    #expect(session.transcript.outline.first == Self.active)
  }

  @Test func `activated, deactivated and dropped, a skill leaves no trace`() async throws {
    func sent(_ replies: ScriptedReply...) async throws -> (last: Transcript, whole: Transcript) {
      let model = ScriptedLanguageModel(replies: replies)
      let profile = Kitchen(activations: SkillActivations(), dropsToolCalls: true).model(model)
      let session = LanguageModelSession(profile: profile)
      for prompt in ["Heat the oven.", "Enough.", "What is for dinner?"] { try await session.respond(to: prompt) }
      return (try #require(model.recorder.requests.last).transcript, session.wholeTranscript)
    }
    let used = try await sent(
      toggle("oven", id: "1"), .text("It heats."), toggle("oven", id: "2"), .text("It cools."), .text("Bread."))
    let unused = try await sent(.text("It heats."), .text("It cools."), .text("Bread."))

    #expect(
      used.last.outline == [
        Self.inactive, "prompt: Heat the oven.", "response: It heats.", "prompt: Enough.", "response: It cools.",
        "prompt: What is for dinner?",
      ])
    #expect(used.last.outline == unused.last.outline)
    #expect(used.last.entries.first == unused.last.entries.first)
    // Only the model no longer sees it: the session has kept it all.
    #expect(used.whole.entries.filter { $0.kind == .toolCalls }.count == 2)
  }

  @Test func `a tool that left with its skill is answered, and the turn goes on`() async throws {
    let model = ScriptedLanguageModel(
      toggle("oven", id: "1"), .calls(.init("set_temperature", id: "2")), .text("I cannot."))
    let profile = Kitchen(activations: SkillActivations(["oven"])).model(model)
    let session = LanguageModelSession(profile: profile)
    try await session.respond(to: "Leave the oven alone, then set it.")
    let output = try #require(model.recorder.requests[2].transcript.outline.last)
    #expect(output.contains(#"no tool "set_temperature""#))
    #expect(output.contains("toggle_skill"))
  }

  @Test func `an unknown skill is answered with the names, and the turn goes on`() async throws {
    let model = ScriptedLanguageModel(toggle("ovne", id: "1"), .text("Sorry."))
    let session = LanguageModelSession(profile: Kitchen(activations: SkillActivations()).model(model))
    #expect(try await session.respond(to: "Heat.").content == "Sorry.")
    let output = try #require(model.recorder.requests[1].transcript.outline.last)
    #expect(output.contains("plating"))
    #expect(output.contains("oven"))
  }

  @Test func `parallel calls for one skill in one answer leave it on`() async throws {
    let activations = SkillActivations()
    let call = #"{"skill":"oven"}"#
    let model = ScriptedLanguageModel(
      .calls(.init("toggle_skill", call, id: "1"), .init("toggle_skill", call, id: "2")), .text("On."))
    let session = LanguageModelSession(profile: Kitchen(activations: activations).model(model))
    try await session.respond(to: "Heat.")
    #expect(activations.activeSkillNames == ["oven"])
  }

  @Test func `what a skill's callback throws ends the turn, and the malformed name of a skill does before it`()
    async throws
  {
    struct Stop: Error {}
    let model = ScriptedLanguageModel(.calls(.init("activate_skill", #"{"skill":"a"}"#)), .text("Never."))
    let failing = LanguageModelSession.Profile {
      Skills(
        activations: SkillActivations(), skills: [Skill(name: "a", description: "…", prompt: "…") { throw Stop() }])
    }
    let error = await #expect(throws: LanguageModelSession.ToolCallError.self) {
      try await LanguageModelSession(profile: failing.model(model)).respond(to: "Hello.")
    }
    #expect(error?.underlyingError is Stop)
    let malformed = LanguageModelSession.Profile {
      Skills(activations: SkillActivations(), skills: [Skill(name: "\n", description: "…", prompt: "…")])
    }
    await #expect(throws: SkillError.self) {
      try await LanguageModelSession(profile: malformed.model(model)).respond(to: "Hello.")
    }
    #expect(model.recorder.requests.count == 1)
  }
}
