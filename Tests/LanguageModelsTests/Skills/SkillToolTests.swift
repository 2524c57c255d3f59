import LanguageModels
import Testing
import Transcripts

@Suite struct SkillToolTests {
  private let notes = Notes()
  private let activations = SkillActivations()

  private var skills: [Skill] {
    [
      Skill(name: "plating", description: "…", prompt: "Odd numbers.") { notes.add("plating on") },
      Skill(
        name: "baking", description: "…", instructions: "Weigh.", onActivate: { notes.add("baking on") },
        onDeactivate: { notes.add("baking off") }),
      Skill(
        name: "oven", description: "…", instructions: "Heat.", allowsDeactivation: true,
        onActivate: { notes.add("oven on") }, onDeactivate: { notes.add("oven off") }),
    ]
  }

  /// The tool as the model is shown it now.
  private func tool() throws -> any Tool {
    let profile = LanguageModelSession.Profile { Skills(activations: activations, skills: skills) }
    let resolved = try profile.model(NamedModel(name: "m")).resolve(in: SessionPropertyValues())
    return try #require(resolved.instructions.tools.first)
  }

  private func call(_ tool: some Tool, _ arguments: String) async throws -> String {
    let content = try GeneratedContent(json: arguments)
    return try await Prompt(tool.call(arguments: .init(content))).text
  }

  @Test func `a prompt skill returns its prompt each time and is never active`() async throws {
    let tool = try tool()
    #expect(try await call(tool, #"{"skill":"plating"}"#) == "Odd numbers.")
    #expect(try await call(tool, #"{"skill":"plating"}"#) == "Odd numbers.")
    #expect(activations.activeSkillNames.isEmpty)
    #expect(notes.all == ["plating on", "plating on"])
  }

  @Test func `an instructions skill is turned on, and off where it may be`() async throws {
    #expect(try await call(tool(), #"{"skill":"oven"}"#).contains("oven is active now"))
    #expect(activations.activeSkillNames == ["oven"])
    #expect(try await call(tool(), #"{"skill":"oven"}"#).contains("oven is no longer active"))
    #expect(activations.activeSkillNames.isEmpty)
    #expect(notes.all == ["oven on", "oven off"])
  }

  @Test func `a second call of one answer does not undo the first`() async throws {
    let shown = try tool()
    _ = try await call(shown, #"{"skill":"oven"}"#)
    #expect(try await call(shown, #"{"skill":"oven"}"#).contains("active already"))
    #expect(activations.isActive("oven"))

    let shownActive = try tool()
    _ = try await call(shownActive, #"{"skill":"oven"}"#)
    #expect(try await call(shownActive, #"{"skill":"oven"}"#).contains("is not active"))
    #expect(!activations.isActive("oven"))
    #expect(notes.all == ["oven on", "oven off"])
  }

  @Test func `a skill that must stay on stays on`() async throws {
    _ = try await call(tool(), #"{"skill":"baking"}"#)
    #expect(try await call(tool(), #"{"skill":"baking"}"#).contains("active already"))
    #expect(activations.isActive("baking"))
    #expect(notes.all == ["baking on"])
  }

  @Test(arguments: [#"{"skill":"cooking"}"#, "{}", #"{"skill":7}"#, "[]"])
  func `an unknown or missing name is an error that lists the names`(arguments: String) async throws {
    activations.activate("baking")
    let output = try await call(tool(), arguments)
    #expect(output.hasPrefix("Error: "))
    #expect(output.contains("plating, oven."))
    #expect(notes.all.isEmpty)
  }

  @Test func `a callback runs once the output is made, and its error ends the call`() async throws {
    struct Stop: Error {}
    let activations = activations
    let skill = Skill(
      name: "oven", description: "…", instructions: "Heat.",
      onActivate: {
        activations.deactivate("oven")  // comes too late to change what the model is told
        notes.add("ran")
      })
    let failing = Skill(name: "plating", description: "…", prompt: "…") { throw Stop() }
    let profile = LanguageModelSession.Profile { Skills(activations: activations, skills: [skill, failing]) }
    let tools = try profile.model(NamedModel(name: "m")).resolve(in: SessionPropertyValues()).instructions.tools
    let tool = try #require(tools.first)
    #expect(try await call(tool, #"{"skill":"oven"}"#).contains("oven is active now"))
    #expect(notes.all == ["ran"])
    await #expect(throws: Stop.self) { try await call(tool, #"{"skill":"plating"}"#) }
  }
}
