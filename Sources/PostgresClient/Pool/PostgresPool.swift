import Synchronization

/// A bounded set of connections that callers borrow in the order of their coming.
///
/// It connects when someone waits for a connection, and goes on trying, with growing waits, for as long as someone does.
/// A connection that breaks is replaced. Work that must never queue behind other work, such as heartbeats, gets a pool
/// of its own with room for one.
public final class PostgresPool: Sendable {
  public let configuration: PostgresConfiguration
  /// How long a caller waits for a connection, where a call says nothing else; nil is for ever.
  public let leaseDeadline: Duration?

  struct State: ~Copyable {
    var machine: PoolMachine<PostgresConnection>
    var continuations: [UInt64: CheckedContinuation<PostgresConnection, any Error>] = [:]
    var lastWaiter: UInt64 = 0
  }

  let state: Mutex<State>

  public init(
    _ configuration: PostgresConfiguration, maximumConnections: Int, leaseDeadline: Duration? = .seconds(60),
    backoff: Backoff = Backoff()
  ) {
    self.configuration = configuration
    self.leaseDeadline = leaseDeadline
    state = Mutex(State(machine: PoolMachine(limit: maximumConnections, backoff: backoff)))
  }

  /// Closes what is idle, refuses those who wait, and closes the rest as it comes back.
  public func close() {
    perform { $0.machine.close() }
  }

  /// How the connections are used now.
  public struct Usage: Sendable, Hashable {
    public var idle: Int
    public var lent: Int
    public var connecting: Int
    public var waiting: Int
    /// Attempts to connect that failed in a row.
    public var failures: Int
  }

  public var usage: Usage {
    state.withLock { state in
      Usage(
        idle: state.machine.idle.count, lent: state.machine.lent, connecting: state.machine.connecting,
        waiting: state.machine.waiting.count, failures: state.machine.failures)
    }
  }

  /// Lends a connection to `body`. It must not be used after `body` returns.
  ///
  /// Throws `PostgresError` of the kind `poolExhausted` when none was free in time, `connectionFailed` with the last
  /// failure when none could be made, and `poolClosed`.
  public func withConnection<Value>(
    within deadline: Duration? = nil, file: String = #fileID, line: Int = #line,
    _ body: (PostgresConnection) async throws -> Value
  ) async throws -> Value {
    let connection = try await lease(within: deadline ?? leaseDeadline, file, line)
    defer { giveBack(connection) }
    return try await body(connection)
  }

  /// Runs one statement on a connection of the pool.
  @discardableResult
  public func query(
    _ sql: SQL, deadline: Duration? = nil, file: String = #fileID, line: Int = #line
  ) async throws -> PostgresResult {
    try await withConnection(file: file, line: line) { connection in
      try await connection.query(sql, deadline: deadline, file: file, line: line)
    }
  }

  /// Runs a transaction on a connection of the pool, again if it failed in a way that `retries` repeats. `body` must
  /// have no effect but through its connection.
  public func withTransaction<Value>(
    isolation: IsolationLevel = .readCommitted, readOnly: Bool = false,
    retries: TransactionRetries = TransactionRetries(), file: String = #fileID, line: Int = #line,
    _ body: (PostgresConnection) async throws -> Value
  ) async throws -> Value {
    var attempt = 1
    while true {
      do {
        return try await withConnection(file: file, line: line) { connection in
          try await connection.withTransaction(
            isolation: isolation, readOnly: readOnly, file: file, line: line, body)
        }
      } catch {
        guard let delay = retries.delay(after: error, attempt: attempt, jitter: .random(in: 0...1)) else { throw error }
        try await Task.sleep(for: delay)
        attempt += 1
      }
    }
  }
}
