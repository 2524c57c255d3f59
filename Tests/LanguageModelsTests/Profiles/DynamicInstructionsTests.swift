import LanguageModels
import Testing
import Transcripts

@Suite struct DynamicInstructionsTests {
  private struct Desk: DynamicInstructions {
    var isOpen: Bool
    var languages: [String] = []

    var body: some DynamicInstructions {
      Instructions("You answer for a help desk.")
      if isOpen { NamedTool(name: "transfer") }
      if isOpen { "Transfer at once." } else { Instructions("The desk is closed.") }
      for language in languages { Speaking(language: language) }
    }
  }

  private struct Speaking: DynamicInstructions {
    var language: String
    var body: some DynamicInstructions {
      "You speak \(language)."
      NamedTool(name: "translate_\(language)")
    }
  }

  private struct Endless: DynamicInstructions {
    var body: AnyDynamicInstructions { AnyDynamicInstructions(erasing: self) }
  }

  private func resolved(@DynamicInstructionsBuilder _ content: () -> some DynamicInstructions) throws -> Instructions {
    try LanguageModelSession.Profile(content).model(NamedModel(name: "m")).resolve(in: SessionPropertyValues())
      .instructions
  }

  @Test func `branches and loops decide texts and tools`() throws {
    let open = try resolved { Desk(isOpen: true, languages: ["da", "nl"]) }
    #expect(open.tools.map(\.name) == ["transfer", "translate_da", "translate_nl"])
    #expect(open.text == "You answer for a help desk.\nTransfer at once.\nYou speak da.\nYou speak nl.")

    let closed = try resolved { Desk(isOpen: false) }
    #expect(closed.tools.isEmpty)
    #expect(closed.text == "You answer for a help desk.\nThe desk is closed.")
  }

  @Test func `each block is a segment, and the same blocks have the same ids`() throws {
    let one = try resolved { Desk(isOpen: true) }
    #expect(one.segments.map { $0.json["id"]?.string } == ["instructions.1", "instructions.2"])
    #expect(try resolved { Desk(isOpen: true) }.segments == one.segments)
  }

  @Test func `a list of tools is taken whole`() throws {
    let tools: [any Tool] = [NamedTool(name: "a"), NamedTool(name: "b")]
    #expect(try resolved { tools }.tools.map(\.name) == ["a", "b"])
  }

  @Test func `nothing at all is allowed`() throws {
    let instructions = try resolved {}
    #expect(instructions.segments.isEmpty)
    #expect(instructions.tools.isEmpty)
  }

  @Test func `two tools of one name are an error that names it`() {
    #expect(throws: ProfileError.duplicateTool(name: "a")) {
      try resolved {
        NamedTool(name: "a")
        NamedTool(name: "a")
      }
    }
  }

  @Test func `a body that contains itself is an error`() {
    #expect(throws: ProfileError.self) { try resolved { Endless() } }
  }
}
