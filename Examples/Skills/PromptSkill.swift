import LanguageModels
import ScriptedModels

enum PromptSkill: Example {
  static let summary = "guidance that the model calls up when it needs it"
  static let replies: [ScriptedReply] = [
    .calls(.init("activate_skill", #"{"skill":"plating"}"#)),
    .text("Three scallops in a line, sauce beside them."),
  ]

  // snippet: prompt-skill
  static func run(with model: some LanguageModel) async throws {
    let plating = Skill(
      name: "plating", description: "How a dish is arranged on its plate.",
      prompt: "Put an odd number of pieces on a plate, and the sauce beside them.")
    let session = LanguageModelSession(
      profile: LanguageModelSession.Profile {
        Instructions("You help in a kitchen.")
        Skills(activations: SkillActivations(), skills: [plating])
      }
      .model(model))

    try await session.respond(to: #"How do I serve four scallops? (activate_skill {"skill":"plating"})"#)
    // The guidance is the output of a tool: nothing that was sent before has changed.
    show(session.transcript)
  }
  // end
}
