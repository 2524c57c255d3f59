/// Guidance for one kind of task, which the model calls up when the task comes.
///
/// There are two kinds:
///
/// - A *prompt skill* is delivered as the output of the tool that calls it up. It only ever appends to the transcript, so
///   what a server has cached of it stays valid. It is never active: it can be called up again.
/// - An *instructions skill* stands in the instructions while it is active, with the tools that it carries. Turning it on
///   or off changes the beginning of the transcript.
///
/// A name has 1 to 64 characters, none of them a control character or line break, and no blank at either end. A name that
/// breaks this is a ``SkillError`` when the profile is resolved.
public struct Skill: Sendable {
  /// What the model calls it by.
  public let name: String
  /// What it is for, from which the model tells whether it fits.
  public let description: String
  let kind: Kind
  let onActivate: Callback?
  let onDeactivate: Callback?

  /// Runs after the output of the tool was made. An error ends the turn and reaches the caller of `respond`.
  public typealias Callback = @Sendable () async throws -> Void

  enum Kind: Sendable {
    case prompt(Prompt)
    case instructions(AnyDynamicInstructions, allowsDeactivation: Bool)
  }

  /// A prompt skill.
  ///
  /// - Parameters:
  ///   - name: What the model calls it by.
  ///   - description: What it is for.
  ///   - prompt: What the tool returns.
  ///   - onActivate: Runs each time the model calls the skill up.
  public init(
    name: String, description: String, prompt: some PromptRepresentable, onActivate: Callback? = nil
  ) {
    self.init(
      name: name, description: description, kind: .prompt(prompt.promptRepresentation), onActivate: onActivate,
      onDeactivate: nil)
  }

  /// An instructions skill of text alone.
  ///
  /// - Parameters:
  ///   - name: What the model calls it by.
  ///   - description: What it is for.
  ///   - instructions: What stands in the instructions while the skill is active.
  ///   - allowsDeactivation: Whether the model may turn it off again.
  ///   - onActivate: Runs when the model turns it on.
  ///   - onDeactivate: Runs when the model turns it off.
  public init(
    name: String, description: String, instructions: some InstructionsRepresentable,
    allowsDeactivation: Bool = false, onActivate: Callback? = nil, onDeactivate: Callback? = nil
  ) {
    let content = AnyDynamicInstructions(erasing: instructions.instructionsRepresentation)
    self.init(
      name: name, description: description, kind: .instructions(content, allowsDeactivation: allowsDeactivation),
      onActivate: onActivate, onDeactivate: onDeactivate)
  }

  /// An instructions skill with tools, or with instructions that are decided before each request.
  ///
  /// - Parameters:
  ///   - name: What the model calls it by.
  ///   - description: What it is for.
  ///   - allowsDeactivation: Whether the model may turn it off again.
  ///   - onActivate: Runs when the model turns it on.
  ///   - onDeactivate: Runs when the model turns it off.
  ///   - instructions: What stands in the instructions while the skill is active, and its tools.
  public init(
    name: String, description: String, allowsDeactivation: Bool = false, onActivate: Callback? = nil,
    onDeactivate: Callback? = nil, @DynamicInstructionsBuilder instructions: () -> some DynamicInstructions
  ) {
    let content = AnyDynamicInstructions(erasing: instructions())
    self.init(
      name: name, description: description, kind: .instructions(content, allowsDeactivation: allowsDeactivation),
      onActivate: onActivate, onDeactivate: onDeactivate)
  }

  private init(
    name: String, description: String, kind: Kind, onActivate: Callback?, onDeactivate: Callback?
  ) {
    self.name = name
    self.description = description
    self.kind = kind
    self.onActivate = onActivate
    self.onDeactivate = onDeactivate
  }

  var allowsDeactivation: Bool {
    if case .instructions(_, allowsDeactivation: true) = kind { true } else { false }
  }

  var isPrompt: Bool {
    if case .prompt = kind { true } else { false }
  }
}
