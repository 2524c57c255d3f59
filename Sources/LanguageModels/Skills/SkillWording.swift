/// What models are told of skills and of the tool for them, where the program does not say it in words of its own.
struct SkillWording {
  let toolName: String
  private let canDeactivate: Bool
  private let hasPromptSkill: Bool

  init(skills: [Skill], toolName: String?) {
    canDeactivate = skills.contains(where: \.allowsDeactivation)
    hasPromptSkill = skills.contains(where: \.isPrompt)
    self.toolName = toolName ?? (canDeactivate ? "toggle_skill" : "activate_skill")
  }

  var lead: String {
    """
    These skills hold guidance for particular tasks. Where one fits what is asked, call \(toolName) with its name \
    before you answer, and do not speak of it. Where none fits, answer without it.
    """
  }

  var toolDescription: String {
    var sentences = [
      canDeactivate
        ? "Turns a skill on, or off if it is active."
        : "Turns a skill on.",
      "Decide by yourself from the descriptions of the skills; do not ask for permission, and do not mention in your "
        + "answer that you use one.",
    ]
    if hasPromptSkill { sentences.append("For a skill marked [on demand] it returns the guidance, each time anew.") }
    sentences.append("Do not call it where no skill fits.")
    return sentences.joined(separator: " ")
  }

  static func head(of skill: Skill, state: String) -> String { "Skill: \(skill.name) [\(state)]" }

  static func block(of skill: Skill, state: String) -> String {
    "\(head(of: skill, state: state))\nDescription: \(skill.description)"
  }

  static func activated(_ name: String) -> String {
    "The skill \(name) is active now. Its guidance stands in your instructions."
  }

  static func deactivated(_ name: String) -> String { "The skill \(name) is no longer active." }

  static func alreadyActive(_ name: String) -> String {
    "The skill \(name) is active already. Its guidance stands in your instructions."
  }

  static func alreadyInactive(_ name: String) -> String { "The skill \(name) is not active." }

  static func unknown(_ name: String?, eligible: [String]) -> String {
    let found = name.map { "there is no skill \"\($0)\"" } ?? "the name of a skill is missing"
    return "Error: \(found). The skills that can be named are: \(eligible.joined(separator: ", "))."
  }
}
