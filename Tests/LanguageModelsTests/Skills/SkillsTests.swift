import LanguageModels
import Testing
import Transcripts

@Suite struct SkillsTests {
  private let plating = Skill(name: "plating", description: "Arranging dishes.", prompt: "Odd numbers look better.")
  private let baking = Skill(name: "baking", description: "Bread and cakes.", instructions: "Weigh everything.")
  private let oven = Skill(name: "oven", description: "Heating the oven.", allowsDeactivation: true) {
    Instructions("Heat it first.")
    NamedTool(name: "set_temperature")
  }

  private func resolved(_ skills: Skills) throws -> Instructions {
    try LanguageModelSession.Profile { skills }.model(NamedModel(name: "m")).resolve(in: SessionPropertyValues())
      .instructions
  }

  private func resolved(_ activations: SkillActivations, _ skills: [Skill]) throws -> Instructions {
    try resolved(Skills(activations: activations, skills: skills))
  }

  @Test func `each skill has a block that says its state`() throws {
    let instructions = try resolved(SkillActivations(["oven"]), [plating, baking, oven])
    let blocks = instructions.text.split(separator: "\n\n").dropFirst()
    #expect(
      Array(blocks) == [
        "Skill: plating [on demand]\nDescription: Arranging dishes.",
        "Skill: baking [inactive]\nDescription: Bread and cakes.",
        "Skill: oven [active]\nHeat it first.",
      ])
    #expect(instructions.segments.count == 1)
  }

  @Test func `the text before the list names the tool, or is the program's own`() throws {
    #expect(try resolved(SkillActivations(), [plating]).text.hasPrefix("These skills hold guidance"))
    #expect(try resolved(SkillActivations(), [plating]).text.contains("call activate_skill"))
    let own = Skills(activations: SkillActivations(), skills: [plating], instructions: Instructions("My skills:"))
    #expect(try resolved(own).text == "My skills:\n\nSkill: plating [on demand]\nDescription: Arranging dishes.")
  }

  @Test func `a tool of a skill is there while the skill is active`() throws {
    let activations = SkillActivations()
    #expect(try resolved(activations, [oven]).tools.map(\.name) == ["toggle_skill"])
    activations.activate("oven")
    #expect(try resolved(activations, [oven]).tools.map(\.name) == ["toggle_skill", "set_temperature"])
  }

  @Test func `the tool is named after what it can do, or by the program`() throws {
    #expect(try resolved(SkillActivations(), [plating, baking]).tools.map(\.name) == ["activate_skill"])
    #expect(try resolved(SkillActivations(), [plating, oven]).tools.map(\.name) == ["toggle_skill"])
    let own = Skills(activations: SkillActivations(), skills: [oven], toolName: "use_skill", toolDescription: "Uses.")
    #expect(try resolved(own).tools.map(\.name) == ["use_skill"])
    #expect(try resolved(own).tools.first?.description == "Uses.")
  }

  @Test func `the description asks to decide alone, silently, and speaks only of what there is`() throws {
    func description(_ skills: [Skill]) throws -> String {
      try #require(try resolved(SkillActivations(), skills).tools.first).description
    }
    for skills in [[plating], [baking], [oven], [plating, oven]] {
      let text = try description(skills)
      #expect(text.contains("by yourself"))
      #expect(text.contains("do not ask for permission"))
      #expect(text.contains("do not mention"))
      #expect(text.contains("off if it is active") == skills.contains { $0.name == "oven" })
      #expect(text.contains("[on demand]") == skills.contains { $0.name == "plating" })
    }
  }

  private func names(in schema: GenerationSchema) -> [String]? {
    schema.json["properties"]?["skill"]?["enum"]?.array?.compactMap(\.string)
  }

  @Test func `the schema is limited to the names that can be given`() throws {
    let activations = SkillActivations()
    #expect(
      names(in: try #require(try resolved(activations, [plating, baking, oven]).tools.first).parameters)
        == ["plating", "baking", "oven"])
    activations.activate("baking")
    activations.activate("oven")
    #expect(
      names(in: try #require(try resolved(activations, [plating, baking, oven]).tools.first).parameters)
        == ["plating", "oven"])
  }

  @Test func `a schema that is not strict stays the same when skills come on`() throws {
    let activations = SkillActivations()
    let skills = Skills(activations: activations, skills: [plating, baking], strictSchema: false)
    let before = try #require(try resolved(skills).tools.first).parameters
    activations.activate("baking")
    let after = try #require(try resolved(skills).tools.first).parameters
    #expect(before.json == after.json)
    #expect(names(in: before) == nil)
    #expect(before.json["properties"]?["skill"]?["type"] == "string")
  }

  @Test func `there is no tool where nothing can be named, and nothing at all without skills`() throws {
    #expect(try resolved(SkillActivations(["baking"]), [baking]).tools.isEmpty)
    let nothing = try resolved(SkillActivations(), [])
    #expect(nothing.segments.isEmpty)
    #expect(nothing.tools.isEmpty)
  }

  @Test func `the builder knows branches, optionals and loops`() throws {
    let isHoliday = true
    let missing: Skill? = nil
    let skills = Skills(activations: SkillActivations(), instructions: Instructions("List:")) {
      plating
      if isHoliday { baking }
      if isHoliday { oven } else { plating }
      missing
      for number in 1...2 { Skill(name: "extra \(number)", description: "More.", prompt: "…") }
      [Skill(name: "last", description: "End.", prompt: "…")]
    }
    let heads = try resolved(skills).text.split(separator: "\n").filter { $0.hasPrefix("Skill: ") }
    #expect(
      heads == [
        "Skill: plating [on demand]", "Skill: baking [inactive]", "Skill: oven [inactive]",
        "Skill: extra 1 [on demand]", "Skill: extra 2 [on demand]", "Skill: last [on demand]",
      ])
  }

  @Test(arguments: [
    "", " ", " front", "end ", "two\nlines", "tab\there", "\u{202E}evil", String(repeating: "x", count: 65),
  ])
  func `a malformed name is an error`(name: String) {
    let error = #expect(throws: SkillError.self) {
      try resolved(SkillActivations(), [Skill(name: name, description: "…", prompt: "…")])
    }
    guard case .malformedName(name, _) = error else {
      Issue.record("found \(String(describing: error))")
      return
    }
  }

  @Test(arguments: ["a", "Two Words", "naïve-1", String(repeating: "x", count: 64)])
  func `other names are not`(name: String) throws {
    _ = try resolved(SkillActivations(), [Skill(name: name, description: "…", prompt: "…")])
  }

  @Test func `two skills of one name and a tool name that no server takes are errors`() {
    #expect(throws: SkillError.duplicateName("plating")) { try resolved(SkillActivations(), [plating, plating]) }
    #expect(throws: SkillError.self) {
      try resolved(Skills(activations: SkillActivations(), skills: [plating], toolName: "use skill"))
    }
  }
}
