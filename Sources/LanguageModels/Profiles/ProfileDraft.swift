/// A profile without a body: what the others are made of.
protocol PrimitiveProfile {
  func add(to draft: inout ProfileDraft) throws
}

/// Collects what a dynamic profile comes to, from the outside in: what an outer modifier sets, an inner one may set anew.
struct ProfileDraft {
  var model: (any LanguageModel)?
  var instructions = Instructions()
  var options = GenerationOptions()
  var contextOptions = ContextOptions()
  var historyTransforms: [ResolvedProfile.HistoryTransform] = []
  /// The steps of the transform that further modifiers may join, and how many transforms there were with it.
  var sharedTransform: (steps: any Sendable, count: Int)?
  var hooks = ProfileHooks()
  var transcriptErrorHandlingPolicy: TranscriptErrorHandlingPolicy?
  var traits: [any Sendable] = []
  var checks: [@Sendable ([any Sendable]) throws -> Void] = []
  var identity = ProfileIdentity()
  private var depth = 0

  mutating func add(_ content: some LanguageModelSession.DynamicProfile) throws {
    let type = type(of: content)
    guard depth < InstructionsDraft.depthLimit else {
      throw ProfileError.endlessBody(type: String(describing: type))
    }
    depth += 1
    defer { depth -= 1 }
    if let primitive = content as? any PrimitiveProfile {
      try primitive.add(to: &self)
    } else {
      identity.steps.append(.type(ObjectIdentifier(type)))
      try add(content.body)
    }
  }

  func resolved() throws -> ResolvedProfile {
    guard let model else { throw ProfileError.noModel }
    for check in checks { try check(traits) }
    return ResolvedProfile(
      model: model, instructions: instructions, options: options, contextOptions: contextOptions,
      historyTransforms: historyTransforms, hooks: hooks,
      transcriptErrorHandlingPolicy: transcriptErrorHandlingPolicy ?? .revertTranscript, identity: identity)
  }
}

extension LanguageModelSession.DynamicProfile {
  /// Decides what holds for one request: evaluates bodies, takes branches, applies modifiers.
  ///
  /// - Parameter properties: What session properties read meanwhile.
  /// - Throws: ``ProfileError``, ``SkillError``, or what a check of a history modifier throws.
  public func resolve(in properties: SessionPropertyValues) throws -> ResolvedProfile {
    try properties.withCurrent {
      var draft = ProfileDraft()
      try draft.add(self)
      return try draft.resolved()
    }
  }
}
