import PostgresClient
import Synchronization
import Testing

@testable import Worker

@Suite struct ReconnectingTests {
  @Test(arguments: [
    (attempt: 1, conflict: false, seconds: 0.1), (2, false, 0.2), (5, false, 1.6), (6, false, 3.2), (7, false, 5),
    (1_000, false, 5), (1, true, 0.01), (4, true, 0.08), (8, true, 1.28),
  ])
  func `waits double up to five seconds`(attempt: Int, conflict: Bool, seconds: Double) {
    let longest = Reconnecting.wait(attempt: attempt, jitter: 0, conflict: conflict)
    #expect(longest == .seconds(seconds))
    let shortest = Reconnecting.wait(attempt: attempt, jitter: 0.999, conflict: conflict)
    #expect(shortest < longest && shortest >= .seconds(seconds / 2))
  }

  /// Fails with these errors, one after the other, and then succeeds.
  private func outcome(of errors: [any Error]) async -> (result: Result<Int, any Error>, calls: Int, retries: Int) {
    let retries = Mutex(0)
    let reconnecting = Reconnecting(
      onRetry: { _, _ in retries.withLock { $0 += 1 } }, random: { 0 }, sleep: { _ in })
    var calls = 0
    do {
      let value = try await reconnecting {
        calls += 1
        if calls <= errors.count { throw errors[calls - 1] }
        return 7
      }
      return (.success(value), calls, retries.withLock { $0 })
    } catch {
      return (.failure(error), calls, retries.withLock { $0 })
    }
  }

  private func server(_ state: String) -> PostgresError {
    PostgresError(.server, report: PostgresReport(severity: .error, sqlState: SQLState(rawValue: state), message: "m"))
  }

  @Test func `a database that is away is waited for, however long`() async throws {
    let kinds: [PostgresError.Kind] = [
      .connectionFailed, .connectionLost, .deadlineExceeded, .commitUnknown, .poolExhausted,
    ]
    let errors = (0..<50).flatMap { _ in kinds.map { PostgresError($0) } } + [server("25006"), server("57P01")]
    let (result, calls, retries) = await outcome(of: errors)
    #expect(try result.get() == 7)
    #expect(calls == 253)
    #expect(retries == 252)
  }

  @Test func `conflicts are repeated a few times`() async throws {
    let few = await outcome(of: [server("40001"), server("40P01"), server("40001")])
    #expect(try few.result.get() == 7)
    let many = await outcome(of: Array(repeating: server("40001"), count: 100))
    #expect(throws: PostgresError.self) { try many.result.get() }
    #expect(many.calls == Reconnecting.conflictAttempts)
  }

  @Test(arguments: [PostgresError(.decoding), PostgresError(.misuse), PostgresError(.poolClosed)])
  func `what would fail again is thrown at once`(error: PostgresError) async {
    let (result, calls, retries) = await outcome(of: [error])
    #expect(throws: error) { try result.get() }
    #expect(calls == 1 && retries == 0)
  }

  @Test func `an error of the statement itself is thrown at once`() async {
    let (result, calls, _) = await outcome(of: [server("42501")])
    #expect(throws: PostgresError.self) { try result.get() }
    #expect(calls == 1)
  }

  @Test func `a cancelled task waits no longer`() async {
    let failing: @Sendable () async throws -> Int = { throw PostgresError(.connectionLost) }
    let waiting = Task {
      try await Reconnecting(onRetry: { _, _ in }, random: { 0 })(failing)
    }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }
}
