import LanguageModels
import ScriptedModels

enum ToolSkill: Example {
  static let summary = "a skill that brings a tool while it is active"
  static let replies: [ScriptedReply] = [
    .calls(.init("toggle_skill", #"{"skill":"baking"}"#, id: "1")),
    .text("Heat the oven first."),
    .calls(.init("set_oven", #"{"degrees":230}"#, id: "2")),
    .text("Bake the loaf for 40 minutes."),
    .calls(.init("toggle_skill", #"{"skill":"baking"}"#, id: "3")),
    .text("Enjoy it."),
  ]

  // snippet: set-oven
  struct SetOven: Tool {
    let name = "set_oven"
    let description = "Sets the temperature of the oven."

    struct Arguments: Generable {
      var degrees: Int

      static let guides = [Guide(\Arguments.degrees, description: "In Celsius", .range(50...280))]
    }

    func call(arguments: Arguments) async throws -> String {
      "The oven heats up to \(arguments.degrees) degrees."
    }
  }
  // end

  // snippet: tool-skill
  struct Kitchen: LanguageModelSession.DynamicProfile {
    let model: any LanguageModel
    let activations: SkillActivations

    var body: some DynamicProfile {
      Profile {
        Instructions("You help in a kitchen.")
        Skills(activations: activations) {
          Skill(name: "baking", description: "Bread and cakes.", allowsDeactivation: true) {
            Instructions("A loaf bakes at 230 degrees for 40 minutes.")
            SetOven()
          }
        }
      }
      .model(model)
    }
  }
  // end

  static func run(with model: some LanguageModel) async throws {
    let activations = SkillActivations()
    let session = LanguageModelSession(profile: Kitchen(model: model, activations: activations))
    for prompt in [
      #"Bake a loaf with me. (toggle_skill {"skill":"baking"})"#, #"Now the oven. (set_oven {"degrees":230})"#,
      #"It is done, thank you. (toggle_skill {"skill":"baking"})"#,
    ] {
      let response = try await session.respond(to: prompt)
      print("active: \(activations.activeSkillNames)")
      show(session.transcript.prefix(1))
      show(response.transcriptEntries)
    }
  }
}
