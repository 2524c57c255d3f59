import SkillFiles
import Testing

@Suite struct SkillFileTests {
  private func parse(_ text: String) throws -> SkillFile { try SkillFile(parsing: text, file: "a/SKILL.md") }

  @Test func `a head, a blank line and a body make a skill`() throws {
    let file = try parse(
      """
      ---
      name: plating
      description: Arranging dishes.
      ---

      # Plates

      Odd numbers --- always.

      """)
    #expect(file.name == "plating")
    #expect(file.description == "Arranging dishes.")
    #expect(file.body == "# Plates\n\nOdd numbers --- always.")
    #expect(file.fields.isEmpty)
  }

  @Test func `descriptions may be quoted, folded and literal`() throws {
    func description(_ yaml: String) throws -> String {
      try parse("---\nname: a\ndescription: \(yaml)\n---\nBody").description
    }
    #expect(try description(#""When: \"now\"""#) == #"When: "now""#)
    #expect(try description("'It''s'") == "It's")
    #expect(try description(">\n  Two lines\n  are one.\n") == "Two lines are one.")
    #expect(try description("|\n  Two\n  lines.\n") == "Two\nlines.")
    #expect(try description("plain  # with a comment") == "plain")
  }

  @Test func `other keys are kept where they are plain, and lists and maps are passed over`() throws {
    let file = try parse(
      "---\nname: a\ndescription: b\nlicense: MIT\nversion: 1.10\nallowed-tools: [Read]\nmetadata: {x: y}\n---\nBody")
    #expect(file.fields == ["license": "MIT", "version": "1.10"])
  }

  @Test func `a mark of UTF-8 and carriage returns are of no account`() throws {
    let file = try parse("\u{FEFF}---\r\nname: a\r\ndescription: b\r\n---  \r\n\r\nOne\r\ntwo\r\n")
    #expect(file.name == "a")
    #expect(file.description == "b")
    #expect(file.body == "One\ntwo")
  }

  @Test func `a second line of dashes belongs to the body`() throws {
    #expect(try parse("---\nname: a\ndescription: b\n---\nOne\n---\ntwo").body == "One\n---\ntwo")
  }

  struct Fault: Sendable {
    var text: String
    var message: String
    init(_ text: String, _ message: String) {
      self.text = text
      self.message = message
    }
  }

  @Test(arguments: [
    Fault("", "a/SKILL.md:1: the file does not begin with a head; expected `---`"),
    Fault("# Plates", "a/SKILL.md:1: the file does not begin with a head; expected `---`"),
    Fault("---\nname: a\n", "a/SKILL.md:1: the head that begins here does not end; expected a second line of `---`"),
    Fault("---\n---\nBody", "a/SKILL.md:1: the head is empty; expected `name` and `description`"),
    Fault("---\nname: a\n---\nBody", "a/SKILL.md:2:1: `description` is missing; expected `description: …`"),
    Fault("---\ndescription: a\n---\nBody", "a/SKILL.md:2:1: `name` is missing; expected `name: …`"),
    Fault("---\nname:\ndescription: a\n---\nBody", "a/SKILL.md:2:6: `name` is empty; expected a text"),
    Fault("---\nname: a\ndescription: '  '\n---\nBody", "a/SKILL.md:3:14: `description` is empty; expected a text"),
    Fault(
      "---\nname: a\ndescription: [b]\n---\nBody", "a/SKILL.md:3:14: `description` is a list or a map; expected a text"),
    Fault("---\nname: a\nname: b\n---\nBody", "a/SKILL.md:3:1: `name` is set twice; expected each key at most once"),
    Fault("---\n- name\n---\nBody", "a/SKILL.md:2:1: the head is not a map; expected `name: …`"),
    Fault(
      "---\nname: a\ndescription: b\n---\n\n",
      "a/SKILL.md:4: nothing follows the head; expected the guidance of the skill"),
    Fault(
      "---\nname: a\ndescription: Use it: often\n---\nBody",
      "a/SKILL.md:3:20: mapping values are not allowed in this context; expected a new line, or quotes around a text with `: ` in it"
    ),
    Fault(
      "---\nname: &x a\ndescription: b\n---\nBody",
      "a/SKILL.md:2:7: `&x` names this value for use elsewhere; expected the value alone: skill files have no anchors and aliases"
    ),
  ])
  func `a mistake is named with its line`(fault: Fault) {
    let error = #expect(throws: SkillFileError.self) { try parse(fault.text) }
    #expect(error?.description == fault.message)
  }

  @Test(arguments: ["Plating", "two words", "-a", "a-", "a--b", "ä", "a_b", String(repeating: "x", count: 65)])
  func `a name out of form is named with its line`(name: String) {
    let error = #expect(throws: SkillFileError.self) { try parse("---\nname: \(name)\ndescription: b\n---\nBody") }
    #expect(error?.line == 2)
    #expect(error?.problem.hasPrefix("`name` is `") == true)
  }

  @Test func `a description that is too long is named with its line`() {
    let long = String(repeating: "x", count: 1_025)
    let error = #expect(throws: SkillFileError.self) { try parse("---\nname: a\ndescription: \(long)\n---\nBody") }
    #expect(error?.line == 3)
    #expect(error?.problem == "`description` has 1025 characters")
  }
}
