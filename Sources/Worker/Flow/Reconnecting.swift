import PostgresClient

/// Repeats work on the database for as long as there is no connection, and a few times where the server asks for it
/// (a serialization failure or a deadlock). Everything else is thrown at once.
///
/// The work must be one statement or transaction that may be done again: those of ``Storage/Archive`` are, except
/// where they say otherwise.
struct Reconnecting: Sendable {
  /// Called before each wait, with the attempt from 1 and the error.
  var onRetry: @Sendable (Int, PostgresError) -> Void
  /// A number from 0 up to 1, for the jitter.
  var random: @Sendable () -> Double
  var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  /// Attempts after 40001 and 40P01 before the error is thrown.
  static let conflictAttempts = 8

  func callAsFunction<Value>(_ work: () async throws -> Value) async throws -> Value {
    var attempt = 0
    while true {
      do {
        return try await work()
      } catch let error as PostgresError {
        attempt += 1
        let waitsForServer = error.isConnectionLost || error.isReadOnly || error.kind == .poolExhausted
        guard waitsForServer || (error.isRetriable && attempt < Self.conflictAttempts) else { throw error }
        onRetry(attempt, error)
        try await sleep(Self.wait(attempt: attempt, jitter: random(), conflict: !waitsForServer))
      }
    }
  }

  /// Doubles from 100 ms (10 ms after a conflict) up to 5 s, less up to a half of it.
  static func wait(attempt: Int, jitter: Double, conflict: Bool) -> Duration {
    let first = conflict ? 0.01 : 0.1
    let ceiling = min(5, first * Double(1 << min(attempt - 1, 10)))
    return .seconds(ceiling * (1 - jitter / 2))
  }
}
