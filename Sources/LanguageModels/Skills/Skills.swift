/// Offers skills to the model: a list of them in the instructions, and one tool to call them up.
///
/// ```swift
/// struct Assistant: LanguageModelSession.DynamicProfile {
///   let activations: SkillActivations
///
///   var body: some DynamicProfile {
///     Profile {
///       Instructions("You help in a kitchen.")
///       Skills(activations: activations) {
///         Skill(name: "plating", description: "How dishes are arranged.", prompt: platingGuide)
///         Skill(name: "baking", description: "Bread and cakes.", allowsDeactivation: true) {
///           Instructions(bakingGuide)
///           OvenTool()
///         }
///       }
///     }
///   }
/// }
/// ```
///
/// The tool has one argument, the name of a skill. It turns off what was active when the model was asked and turns on
/// what was not, so that two calls for one skill in the same answer do not undo each other.
public struct Skills: DynamicInstructions, PrimitiveInstructions {
  private let skills: [Skill]
  private let activations: SkillActivations
  private let toolName: String?
  private let toolDescription: String?
  private let instructions: Instructions?
  private let strictSchema: Bool

  /// Offers the skills of a list.
  ///
  /// - Parameters:
  ///   - activations: Which instructions skills are active.
  ///   - skills: Their names must differ. Without any, nothing is offered.
  ///   - toolName: The name of the tool. By default `toggle_skill` where a skill can be deactivated, else
  ///     `activate_skill`.
  ///   - toolDescription: What the model is told of the tool, in place of the default.
  ///   - instructions: What stands before the list, in place of the default.
  ///   - strictSchema: Whether the schema of the tool limits its argument to the names that can be given. Without it
  ///     the schema stays the same when skills come and go, and names are checked when the tool is called.
  public init(
    activations: SkillActivations, skills: [Skill], toolName: String? = nil, toolDescription: String? = nil,
    instructions: Instructions? = nil, strictSchema: Bool = true
  ) {
    self.skills = skills
    self.activations = activations
    self.toolName = toolName
    self.toolDescription = toolDescription
    self.instructions = instructions
    self.strictSchema = strictSchema
  }

  /// Offers the skills in the closure; see ``init(activations:skills:toolName:toolDescription:instructions:strictSchema:)``.
  public init(
    activations: SkillActivations, toolName: String? = nil, toolDescription: String? = nil,
    instructions: Instructions? = nil, strictSchema: Bool = true, @SkillsBuilder skills: () -> [Skill]
  ) {
    self.init(
      activations: activations, skills: skills(), toolName: toolName, toolDescription: toolDescription,
      instructions: instructions, strictSchema: strictSchema)
  }

  /// None: it is resolved without one.
  public var body: Never { return noBody() }

  func add(to draft: inout InstructionsDraft) throws {
    guard !skills.isEmpty else { return }
    try SkillNames.check(skills)
    let wording = SkillWording(skills: skills, toolName: toolName)
    try SkillNames.check(toolName: wording.toolName)
    // Read once, so that the text and the tool of one request speak of the same state.
    let active = Set(activations.activeSkillNames)
    var parts = [instructions ?? Instructions(wording.lead)]
    for skill in skills { parts.append(try block(of: skill, active: active)) }
    var tools = parts.flatMap(\.tools)
    let tool = SkillTool(
      name: wording.toolName, description: toolDescription ?? wording.toolDescription, skills: skills, active: active,
      activations: activations, strictSchema: strictSchema)
    if !tool.eligibleNames.isEmpty { tools.insert(tool, at: instructions?.tools.count ?? 0) }
    draft.parts.append(Instructions(segments: parts.map(\.segments).joined(by: "\n\n"), tools: tools))
  }

  /// What the instructions say of one skill, and the tools that it brings.
  private func block(of skill: Skill, active: Set<String>) throws -> Instructions {
    switch skill.kind {
    case .prompt: return Instructions(SkillWording.block(of: skill, state: "on demand"))
    case .instructions where !active.contains(skill.name):
      return Instructions(SkillWording.block(of: skill, state: "inactive"))
    case .instructions(let content, _):
      var draft = InstructionsDraft()
      try draft.add(content)
      let head = Instructions(SkillWording.head(of: skill, state: "active"))
      let segments = ([head] + draft.parts).map(\.segments).joined(by: "\n")
      return Instructions(segments: segments, tools: draft.parts.flatMap(\.tools))
    }
  }
}
