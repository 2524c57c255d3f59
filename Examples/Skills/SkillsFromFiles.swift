import LanguageModels
import ScriptedModels
import SkillFiles

enum SkillsFromFiles: Example {
  static let summary = "the skills of a folder of SKILL.md files"
  static let replies: [ScriptedReply] = [
    .calls(.init("activate_skill", #"{"skill":"returns"}"#)),
    .text("Fourteen days from today."),
  ]

  // snippet: skill-folder
  static func session(with model: some LanguageModel, folder: String) throws -> LanguageModelSession {
    let skills = try SkillFolder.read(folder).map { Skill(prompt: $0) }
    return LanguageModelSession(
      profile: LanguageModelSession.Profile {
        Instructions("You answer for a shop.")
        Skills(activations: SkillActivations(), skills: skills)
      }
      .model(model))
  }
  // end

  static func run(with model: some LanguageModel) async throws {
    let session = try session(with: model, folder: "Examples/Skills/Folder")
    try await session.respond(to: #"How long can I return a parcel? (activate_skill {"skill":"returns"})"#)
    show(session.transcript)
  }
}
