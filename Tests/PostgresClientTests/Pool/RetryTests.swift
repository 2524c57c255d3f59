import PostgresClient
import Testing

struct RetryTests {
  private let retries = TransactionRetries(
    attempts: 3, backoff: Backoff(first: .milliseconds(10), longest: .milliseconds(15)))

  private func error(_ state: SQLState) -> PostgresError {
    PostgresError(.server, report: PostgresReport(severity: .error, sqlState: state, message: ""))
  }

  @Test(arguments: [SQLState.serializationFailure, .deadlockDetected])
  func `conflicts are repeated with growing waits, a few times`(state: SQLState) {
    #expect(retries.delay(after: error(state), attempt: 1, jitter: 1) == .milliseconds(10))
    #expect(retries.delay(after: error(state), attempt: 1, jitter: 0) == .milliseconds(5))
    #expect(retries.delay(after: error(state), attempt: 2, jitter: 1) == .milliseconds(15))
    #expect(retries.delay(after: error(state), attempt: 3, jitter: 1) == nil)
  }

  @Test func `whatever may have done something is never repeated`() {
    for kind in PostgresError.Kind.allCases {
      #expect(retries.delay(after: PostgresError(kind), attempt: 1, jitter: 1) == nil, "\(kind)")
    }
    #expect(retries.delay(after: error(.uniqueViolation), attempt: 1, jitter: 1) == nil)
    #expect(retries.delay(after: error(.adminShutdown), attempt: 1, jitter: 1) == nil)
    #expect(retries.delay(after: CancellationError(), attempt: 1, jitter: 1) == nil)
    var unknown = error(.serializationFailure)
    unknown.kind = .commitUnknown
    #expect(retries.delay(after: unknown, attempt: 1, jitter: 1) == nil)
  }

  @Test func `the wait after thousands of failures is still the longest one`() {
    #expect(Backoff(longest: .seconds(10)).delay(afterFailures: 100_000, jitter: 1) == .seconds(10))
  }
}
