import LanguageModels

// The code in the comments of the library, so that it is compiled.

struct TransferTool: Tool {
  let name = "transfer"
  let description = "Transfers the call."
  func call(arguments: GeneratedContent) async throws -> String { "Transferred." }
  var parameters: GenerationSchema { GeneratedContent.generationSchema }
}

private typealias TimetableTool = TransferTool
private typealias EscalateTool = TransferTool
private typealias OvenTool = TransferTool

private struct EscalationKey: SessionPropertyKey {
  static let defaultValue = false
}

extension SessionPropertyValues {
  var isEscalated: Bool {
    get { self[EscalationKey.self] }
    set { self[EscalationKey.self] = newValue }
  }
}

enum InstructionsComment {
  // snippet: dynamic-instructions
  struct Desk: DynamicInstructions {
    var isOpen: Bool

    var body: some DynamicInstructions {
      Instructions("You answer for a help desk.")
      if isOpen { TransferTool() }
    }
  }
  // end
}

struct ProfileComments<Small: LanguageModel> {
  var small: Small
  var large: Small

  // snippet: dynamic-profile
  struct Support: LanguageModelSession.DynamicProfile {
    let small: any LanguageModel
    let large: any LanguageModel
    @SessionProperty(\.isEscalated) private var isEscalated

    var body: some DynamicProfile {
      if isEscalated {
        Profile { Instructions("You are the supervisor.") }.model(large)
      } else {
        Profile {
          Instructions("You answer questions.")
          EscalateTool()
        }
        .model(small)
      }
    }
  }
  // end

  // snippet: modifier
  struct Careful: LanguageModelSession.DynamicProfileModifier {
    func body(content: Content) -> some DynamicProfile {
      content.temperature(0).reasoningLevel(.deep)
    }
  }
  // end

  // snippet: session-property
  struct Trimming: LanguageModelSession.DynamicProfile {
    @SessionProperty(\.history) private var history

    var body: some DynamicProfile {
      Profile { Instructions("Answer briefly.") }
        .onResponse { history = history.suffix(20) }
    }
  }
  // end

  func session(with model: Small) -> LanguageModelSession {
    // snippet: fixed-profile
    let session = LanguageModelSession(
      profile: LanguageModelSession.Profile {
        Instructions("You plan journeys.")
        TimetableTool()
      }
      .model(model)
      .temperature(0.2))
    // end
    return session
  }
}

struct SkillsComment {
  static let platingGuide = "An odd number of pieces."
  static let bakingGuide = "Forty minutes."

  // snippet: skills
  struct Assistant: LanguageModelSession.DynamicProfile {
    let activations: SkillActivations

    var body: some DynamicProfile {
      Profile {
        Instructions("You help in a kitchen.")
        Skills(activations: activations) {
          Skill(name: "plating", description: "How dishes are arranged.", prompt: platingGuide)
          Skill(name: "baking", description: "Bread and cakes.", allowsDeactivation: true) {
            Instructions(bakingGuide)
            OvenTool()
          }
        }
      }
    }
  }
  // end
}
