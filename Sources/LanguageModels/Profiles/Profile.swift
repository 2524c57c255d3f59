extension LanguageModelSession {
  /// Instructions and tools. Modifiers bind them to a model and say how it is asked.
  ///
  /// ```swift
  /// let session = LanguageModelSession(
  ///   profile: LanguageModelSession.Profile {
  ///     Instructions("You plan journeys.")
  ///     TimetableTool()
  ///   }
  ///   .model(model)
  ///   .temperature(0.2))
  /// ```
  public struct Profile: DynamicProfile, PrimitiveProfile {
    private let content: any DynamicInstructions

    /// A profile of the instructions and tools in the closure, which is evaluated at once: what has to be decided
    /// before each request belongs into a ``DynamicInstructions`` or a ``LanguageModelSession/DynamicProfile`` of one's own.
    public init(@DynamicInstructionsBuilder _ content: () -> some DynamicInstructions) {
      self.content = content()
    }

    /// None: it is resolved without one.
    public var body: Never { return noBody() }

    func add(to draft: inout ProfileDraft) throws {
      var instructions = InstructionsDraft()
      try instructions.add(content)
      draft.instructions = try instructions.instructions()
    }
  }
}
