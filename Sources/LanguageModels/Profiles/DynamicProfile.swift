extension LanguageModelSession {
  /// Chooses, before each request, the one profile that holds for it.
  ///
  /// ```swift
  /// struct Support: LanguageModelSession.DynamicProfile {
  ///   let small: any LanguageModel
  ///   let large: any LanguageModel
  ///   @SessionProperty(\.isEscalated) private var isEscalated
  ///
  ///   var body: some DynamicProfile {
  ///     if isEscalated {
  ///       Profile { Instructions("You are the supervisor.") }.model(large)
  ///     } else {
  ///       Profile {
  ///         Instructions("You answer questions.")
  ///         EscalateTool()
  ///       }
  ///       .model(small)
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// The body may branch, but every way through it ends at one ``LanguageModelSession/Profile``. It may be evaluated
  /// several times for one request, so it must have no effect; effects belong into the hooks.
  public protocol DynamicProfile: Sendable {
    /// The type of the body.
    associatedtype Body: LanguageModelSession.DynamicProfile
    /// The profile that this one comes to.
    @LanguageModelSession.DynamicProfileBuilder var body: Body { get }
  }

  /// Builds the body of a dynamic profile: one profile, or branches with one each.
  @resultBuilder
  public enum DynamicProfileBuilder {
    /// One profile.
    public static func buildBlock<Content: DynamicProfile>(_ content: Content) -> Content { content }

    /// The `if` part of an `if` with `else`, or a case of a `switch`.
    public static func buildEither<First: DynamicProfile, Second: DynamicProfile>(
      first content: First
    ) -> ConditionalDynamicProfile<First, Second> {
      ConditionalDynamicProfile(.first(content))
    }

    /// The `else` part, or another case.
    public static func buildEither<First: DynamicProfile, Second: DynamicProfile>(
      second content: Second
    ) -> ConditionalDynamicProfile<First, Second> {
      ConditionalDynamicProfile(.second(content))
    }

    /// A block that is there on some platforms only.
    public static func buildLimitedAvailability(_ content: some DynamicProfile) -> AnyDynamicProfile {
      AnyDynamicProfile(content)
    }
  }

  /// The branch of an `if` or a `switch` that was taken.
  public struct ConditionalDynamicProfile<First: DynamicProfile, Second: DynamicProfile>: DynamicProfile,
    PrimitiveProfile
  {
    enum Branch {
      case first(First)
      case second(Second)
    }

    private let branch: Branch

    init(_ branch: Branch) { self.branch = branch }

    /// None: it is resolved without one.
    public var body: Never { return noBody() }

    func add(to draft: inout ProfileDraft) throws {
      switch branch {
      case .first(let content):
        draft.identity.steps.append(.branch(true))
        try draft.add(content)
      case .second(let content):
        draft.identity.steps.append(.branch(false))
        try draft.add(content)
      }
    }
  }

  /// A dynamic profile whose type is not said.
  public struct AnyDynamicProfile: DynamicProfile, PrimitiveProfile {
    private let content: any DynamicProfile

    /// The same profile without its type.
    public init(_ content: any DynamicProfile) {
      self.content = content
    }

    /// None: it is resolved without one.
    public var body: Never { return noBody() }

    func add(to draft: inout ProfileDraft) throws {
      draft.identity.steps.append(.type(ObjectIdentifier(type(of: content))))
      try draft.add(content)
    }
  }
}

extension LanguageModelSession.DynamicProfile {
  /// ``LanguageModelSession/Profile``, by its short name.
  public typealias Profile = LanguageModelSession.Profile
  /// ``LanguageModelSession/DynamicProfile``, by its short name.
  public typealias DynamicProfile = LanguageModelSession.DynamicProfile
}
