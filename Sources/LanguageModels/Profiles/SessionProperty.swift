extension LanguageModelSession {
  /// Reads and writes a property of the session from its profile, its instructions, its hooks and its tools.
  ///
  /// ```swift
  /// struct Trimming: LanguageModelSession.DynamicProfile {
  ///   @SessionProperty(\.history) private var history
  ///
  ///   var body: some DynamicProfile {
  ///     Profile { Instructions("Answer briefly.") }
  ///       .onResponse { history = history.suffix(20) }
  ///   }
  /// }
  /// ```
  ///
  /// One value may serve many sessions: the property is that of the session for which the current task runs, child tasks
  /// included. A detached task belongs to no session. Where there is none, as in a test that calls a tool by hand, the
  /// wrapper has properties of its own.
  @propertyWrapper
  public struct SessionProperty<Value>: Sendable {
    private let keyPath: any ReferenceWritableKeyPath<SessionPropertyValues, Value> & Sendable
    private let own = SessionPropertyValues()

    /// The property at the key path, such as `\.history`.
    public init(_ keyPath: any ReferenceWritableKeyPath<SessionPropertyValues, Value> & Sendable) {
      self.keyPath = keyPath
    }

    /// The value of the property in the current session.
    public var wrappedValue: Value {
      get { values[keyPath: keyPath] }
      nonmutating set { values[keyPath: keyPath] = newValue }
    }

    private var values: SessionPropertyValues { SessionPropertyValues.current ?? own }
  }
}

extension LanguageModelSession.DynamicProfile {
  /// ``LanguageModelSession/SessionProperty``, by its short name.
  public typealias SessionProperty = LanguageModelSession.SessionProperty
}

extension LanguageModelSession.DynamicProfileModifier {
  /// ``LanguageModelSession/SessionProperty``, by its short name.
  public typealias SessionProperty = LanguageModelSession.SessionProperty
}

extension DynamicInstructions {
  /// ``LanguageModelSession/SessionProperty``, by its short name.
  public typealias SessionProperty = LanguageModelSession.SessionProperty
}

extension Tool {
  /// ``LanguageModelSession/SessionProperty``, by its short name.
  public typealias SessionProperty = LanguageModelSession.SessionProperty
}
