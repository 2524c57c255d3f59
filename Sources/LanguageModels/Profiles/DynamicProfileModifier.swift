extension LanguageModelSession {
  /// A change to profiles that can be written once and applied to many.
  ///
  /// ```swift
  /// struct Careful: LanguageModelSession.DynamicProfileModifier {
  ///   func body(content: Content) -> some DynamicProfile {
  ///     content.temperature(0).reasoningLevel(.deep)
  ///   }
  /// }
  /// ```
  public protocol DynamicProfileModifier: Sendable {
    /// The type of the body.
    associatedtype Body: LanguageModelSession.DynamicProfile
    /// The profile that the modifier is applied to.
    typealias Content = LanguageModelSession.DynamicProfileModifierContent<Self>
    /// The profile as changed. Evaluated before each request; must have no effect.
    @LanguageModelSession.DynamicProfileBuilder func body(content: Content) -> Body
  }

  /// The profile that a modifier is applied to, as its body sees it.
  public struct DynamicProfileModifierContent<Modifier: DynamicProfileModifier>: DynamicProfile, PrimitiveProfile {
    let content: any DynamicProfile

    /// None: it is resolved without one.
    public var body: Never { return noBody() }

    func add(to draft: inout ProfileDraft) throws { try draft.add(content) }
  }

  /// A profile with a modifier.
  public struct ModifiedDynamicProfile<Content: DynamicProfile, Modifier: DynamicProfileModifier>: DynamicProfile,
    PrimitiveProfile
  {
    let content: Content
    let modifier: Modifier

    /// None: it is resolved without one.
    public var body: Never { return noBody() }

    func add(to draft: inout ProfileDraft) throws {
      draft.identity.steps.append(.type(ObjectIdentifier(Modifier.self)))
      try draft.add(modifier.body(content: DynamicProfileModifierContent(content: content)))
    }
  }

  /// A profile with one of the modifiers that are built in.
  struct ConfiguredDynamicProfile<Content: DynamicProfile>: DynamicProfile, PrimitiveProfile {
    let content: Content
    let configure: @Sendable (inout ProfileDraft) -> Void

    var body: Never { return noBody() }

    func add(to draft: inout ProfileDraft) throws {
      draft.identity.steps.append(.modifier)
      configure(&draft)
      try draft.add(content)
    }
  }
}

extension LanguageModelSession.DynamicProfileModifier {
  /// ``LanguageModelSession/DynamicProfile``, by its short name.
  public typealias DynamicProfile = LanguageModelSession.DynamicProfile
}

extension LanguageModelSession.DynamicProfile {
  /// This profile with the modifier applied.
  public func modifier<Modifier: LanguageModelSession.DynamicProfileModifier>(
    _ modifier: Modifier
  ) -> some LanguageModelSession.DynamicProfile {
    LanguageModelSession.ModifiedDynamicProfile(content: self, modifier: modifier)
  }

  func configured(
    _ configure: @escaping @Sendable (inout ProfileDraft) -> Void
  ) -> LanguageModelSession.ConfiguredDynamicProfile<Self> {
    LanguageModelSession.ConfiguredDynamicProfile(content: self, configure: configure)
  }
}
