public import Observation
public import Transcripts
private import Synchronization

/// The properties of one session: its history, and values that profiles, instructions and tools share.
///
/// Own properties have a key with a default and an accessor:
///
/// ```swift
/// private struct TopicKey: SessionPropertyKey {
///   static let defaultValue = "general"
/// }
///
/// extension SessionPropertyValues {
///   var topic: String {
///     get { self[TopicKey.self] }
///     set { self[TopicKey.self] = newValue }
///   }
/// }
/// ```
///
/// Reading and writing are safe from any task, each by itself. Where tools that run in parallel change a value that they
/// read before, use ``update(_:_:)``. Each property can be observed.
public final class SessionPropertyValues: Sendable, Observable {
  private struct Contents: ~Copyable {
    var history: Transcript.HistoryView
    var values: [ObjectIdentifier: any Sendable] = [:]
  }

  private let contents: Mutex<Contents>
  private let registrar = ObservationRegistrar()

  /// The properties of the session on whose behalf the current task runs.
  @TaskLocal package static var current: SessionPropertyValues?

  /// Properties with this history and the default of every other.
  public init(history: some Sequence<Transcript.Entry> = []) {
    contents = Mutex(Contents(history: Transcript.HistoryView(withoutInstructions: history)))
  }

  /// The entries of the session without the instructions entry, which a profile makes anew for each request.
  ///
  /// What is written here is what the session's transcript holds from then on. Instructions entries in it are left out.
  public var history: Transcript.HistoryView {
    get {
      registrar.access(self, keyPath: \.history)
      return contents.withLock { $0.history }
    }
    set {
      let history = Transcript.HistoryView(withoutInstructions: newValue)
      updateHistory { $0 = history }
    }
  }

  /// The value of the property, or its default where none was written.
  public subscript<Key: SessionPropertyKey>(key: Key.Type) -> Key.Value {
    get {
      registrar.access(self, keyPath: \.[ObjectIdentifier(key)])
      return self[ObjectIdentifier(key)] as? Key.Value ?? key.defaultValue
    }
    set {
      // Observers are told outside of the lock, since they may read what changes.
      registrar.withMutation(of: self, keyPath: \.[ObjectIdentifier(key)]) {
        contents.withLock { $0.values[ObjectIdentifier(key)] = newValue }
      }
    }
  }

  /// What was written to the property with this key.
  private subscript(key: ObjectIdentifier) -> (any Sendable)? { contents.withLock { $0.values[key] } }

  /// Reads and writes the property in one step, which no other access comes between.
  ///
  /// - Parameters:
  ///   - key: The property.
  ///   - change: Must not use these properties: it runs while they are locked.
  public func update<Key: SessionPropertyKey, Result>(
    _ key: Key.Type, _ change: (inout Key.Value) throws -> sending Result
  ) rethrows -> sending Result {
    registrar.willSet(self, keyPath: \.[ObjectIdentifier(key)])
    defer { registrar.didSet(self, keyPath: \.[ObjectIdentifier(key)]) }
    return try contents.withLock { contents in
      var value = contents.values[ObjectIdentifier(key)] as? Key.Value ?? key.defaultValue
      defer { contents.values[ObjectIdentifier(key)] = value }
      return try change(&value)
    }
  }

  /// Reads and writes the history in one step, which no other access comes between.
  ///
  /// - Parameter change: Must not use these properties: it runs while they are locked.
  package func updateHistory<Result>(
    _ change: (inout Transcript.HistoryView) throws -> sending Result
  ) rethrows -> sending Result {
    registrar.willSet(self, keyPath: \.history)
    defer { registrar.didSet(self, keyPath: \.history) }
    return try contents.withLock { try change(&$0.history) }
  }

  /// Runs the operation on behalf of the session with these properties: ``LanguageModelSession/SessionProperty`` finds
  /// them there and in its child tasks.
  package func withCurrent<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try Self.$current.withValue(self, operation: operation)
  }

  /// Runs the operation on behalf of the session with these properties: ``LanguageModelSession/SessionProperty`` finds
  /// them there and in its child tasks.
  package func withCurrent<Result>(_ operation: () async throws -> Result) async rethrows -> Result {
    try await Self.$current.withValue(self, operation: operation)
  }
}

/// The key of a session property.
public protocol SessionPropertyKey: SendableMetatype {
  /// What the property holds.
  associatedtype Value: Sendable
  /// What it holds before it is written.
  static var defaultValue: Value { get }
}

extension Transcript.HistoryView {
  fileprivate init(withoutInstructions entries: some Sequence<Transcript.Entry>) {
    self.init(
      entries.lazy.filter { entry in
        if case .instructions = entry { false } else { true }
      })
  }
}
