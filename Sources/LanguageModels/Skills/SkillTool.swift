import Transcripts

/// The tool through which a model calls skills up and turns them on and off.
struct SkillTool: Tool {
  let name: String
  let description: String
  let parameters: GenerationSchema
  /// What the model may name: every prompt skill, every inactive skill, and the active ones that it may turn off.
  let eligibleNames: [String]
  private let skills: [Skill]
  /// The skills that were active when the model was asked: what it means by naming one follows from what it was shown.
  private let active: Set<String>
  private let activations: SkillActivations

  struct Arguments: ConvertibleFromGeneratedContent {
    /// `nil` where the argument is missing, so that the answer can name the skills.
    var skill: String?

    init(_ content: GeneratedContent) {
      skill = content.json["skill"]?.string
    }
  }

  init(
    name: String, description: String, skills: [Skill], active: Set<String>, activations: SkillActivations,
    strictSchema: Bool
  ) {
    self.name = name
    self.description = description
    self.skills = skills
    self.active = active
    self.activations = activations
    eligibleNames = skills.filter { $0.isPrompt || $0.allowsDeactivation || !active.contains($0.name) }.map(\.name)
    parameters = Self.schema(of: strictSchema ? eligibleNames : nil)
  }

  func call(arguments: Arguments) async throws -> Prompt {
    guard let skill = skills.first(where: { $0.name == arguments.skill }) else {
      return Prompt(SkillWording.unknown(arguments.skill, eligible: eligibleNames))
    }
    let (output, callback) = use(skill)
    try await callback?()
    return output
  }

  /// What the model is told, and what has to run once that is settled.
  private func use(_ skill: Skill) -> (output: Prompt, callback: Skill.Callback?) {
    switch skill.kind {
    case .prompt(let prompt):
      return (prompt, skill.onActivate)
    case .instructions(_, allowsDeactivation: true) where active.contains(skill.name):
      let changed = activations.deactivate(skill.name)
      let text = changed ? SkillWording.deactivated(skill.name) : SkillWording.alreadyInactive(skill.name)
      return (Prompt(text), changed ? skill.onDeactivate : nil)
    case .instructions:
      let changed = activations.activate(skill.name)
      let text = changed ? SkillWording.activated(skill.name) : SkillWording.alreadyActive(skill.name)
      return (Prompt(text), changed ? skill.onActivate : nil)
    }
  }

  private static func schema(of names: [String]?) -> GenerationSchema {
    var skill: JSON = ["type": "string", "description": "The name of the skill."]
    if let names { skill.set("enum", to: .array(names.map { .string($0) })) }
    return GenerationSchema(
      json: ["type": "object", "properties": ["skill": skill], "required": ["skill"], "additionalProperties": false],
      name: "Skill")
  }
}
