internal import Synchronization

/// Keeps one executor for each distinct configuration.
///
/// The cache belongs to whoever made it: a session has one of its own unless it is given one, and sessions that are
/// given the same share their executors, and with them connections and what is loaded. When the last owner goes, the
/// executors go.
public final class LanguageModelExecutorCache: Sendable {
  private let executors = Mutex<[Key: any LanguageModelExecutor]>([:])

  /// A cache without executors.
  public init() {}

  /// The executor of the model's configuration, made now if there is none. Two callers at once get the same one: the
  /// second waits while it is made. An executor that could not be made is tried again at the next call.
  public func executor<Model: LanguageModel>(for model: Model) throws -> Model.Executor {
    let configuration = model.executorConfiguration
    let key = Key(type: ObjectIdentifier(Model.Executor.self), configuration: configuration)
    return try executors.withLock { executors in
      if let executor = executors[key] as? Model.Executor { return executor }
      let executor = try Model.Executor(configuration: configuration)
      executors[key] = executor
      return executor
    }
  }

  /// How many executors are kept.
  public var count: Int { executors.withLock { $0.count } }

  /// Lets go of every executor. Requests that run keep theirs until they end.
  public func removeAll() { executors.withLock { $0.removeAll() } }

  private struct Key: Hashable, Sendable {
    /// Configurations of two kinds of executor may be equal.
    var type: ObjectIdentifier
    var configuration: any Hashable & Sendable

    static func == (one: Key, other: Key) -> Bool {
      one.type == other.type && AnyHashable(one.configuration) == AnyHashable(other.configuration)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(type)
      hasher.combine(AnyHashable(configuration))
    }
  }
}
