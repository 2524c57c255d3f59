import FoundationEssentials
import LanguageModels
import ScriptedModels
import SkillFiles
import Testing

@Suite struct SkillFolderTests {
  /// Runs the test with a folder of these files, which is removed afterwards.
  private func withFolder(_ files: [String: [UInt8]], _ test: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "skills-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (path, content) in files {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(content).write(to: file)
    }
    try test(folder.path)
  }

  private func skill(_ name: String, _ body: String = "Body") -> [UInt8] {
    Array("---\nname: \(name)\ndescription: About \(name).\n---\n\(body)\n".utf8)
  }

  @Test func `a folder's skills come in the order of their folders, and other files are passed over`() throws {
    try withFolder([
      "b/SKILL.md": skill("second"), "a/SKILL.md": skill("first"), "c/notes.md": Array("…".utf8),
      "README.md": Array("…".utf8),
    ]) { (folder: String) throws in
      #expect(try SkillFolder.read(folder).map(\.name) == ["first", "second"])
    }
  }

  @Test func `every mistake of a folder is reported`() throws {
    try withFolder([
      "a/SKILL.md": Array("no head".utf8), "b/SKILL.md": skill("same"), "c/SKILL.md": skill("same"),
      "d/SKILL.md": skill("d") + [0x0A, 0xFF],
    ]) { (folder: String) throws in
      let error = #expect(throws: SkillFolderError.self) { try SkillFolder.read(folder) }
      #expect(
        error?.description == """
          \(folder)/a/SKILL.md:1: the file does not begin with a head; expected `---`
          \(folder)/c/SKILL.md: the name `same` is also that of \(folder)/b/SKILL.md; expected a name for each skill
          \(folder)/d/SKILL.md:7: is not UTF-8; expected UTF-8
          """)
    }
  }

  @Test func `a folder that is not there is an error that names it`() {
    let error = #expect(throws: SkillFolderError.self) { try SkillFolder.read("/no/such/folder") }
    #expect(error?.description == "/no/such/folder: cannot be read; expected a folder of skills")
  }

  @Test func `a file becomes a skill of either kind`() throws {
    let file = try SkillFile(parsing: String(decoding: skill("plating", "Odd numbers."), as: UTF8.self), file: "f")
    let activations = SkillActivations()
    func text(_ skill: Skill) throws -> String {
      let skills = Skills(activations: activations, skills: [skill], instructions: Instructions("List:"))
      return try LanguageModelSession.Profile { skills }.model(ScriptedLanguageModel()).resolve(
        in: SessionPropertyValues()
      )
      .instructions.text
    }
    #expect(try text(Skill(prompt: file)) == "List:\n\nSkill: plating [on demand]\nDescription: About plating.")
    activations.activate("plating")
    #expect(try text(Skill(instructions: file)) == "List:\n\nSkill: plating [active]\nOdd numbers.")
  }
}
