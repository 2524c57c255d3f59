import CPostgreSQL
import Dispatch
import Glibc
import Synchronization

extension ConnectionHandle {
  /// Connects on a thread that may block: libpq's blocking call is the only one that gives up a host which does not
  /// answer for the next one. Returns as soon as the task is cancelled or the deadline has passed; an attempt that
  /// succeeds after that closes its connection.
  static func open(_ configuration: PostgresConfiguration, file: String, line: Int) async throws -> ConnectionHandle {
    try configuration.validate()
    let origin = StatementOrigin(text: "", file: file, line: line)
    let attempt = FirstOutcome<ConnectionHandle>()
    BlockingWork.queue().async {
      attempt.settle(Swift.Result { try connect(configuration, origin: origin) })
    }
    // Several hosts may each take the time that libpq gives to one.
    let hosts = (try? configuration.settings())?.first { $0.name == "host" }?.value.split(separator: ",").count ?? 1
    let limit = configuration.connectDeadline * max(1, hosts) + .seconds(1)
    DispatchQueue.global().asyncAfter(deadline: .now() + limit / .seconds(1)) {
      attempt.settle(.failure(PostgresError(.connectionFailed, message: "no answer in \(limit)", origin: origin)))
    }
    return try await withTaskCancellationHandler {
      try await attempt.value
    } onCancel: {
      attempt.settle(.failure(CancellationError()))
    }
  }

  private static func connect(
    _ configuration: PostgresConfiguration, origin: StatementOrigin
  ) throws -> ConnectionHandle {
    let keywords = configuration.keywords
    // libpq takes arrays of C strings that end with NULL.
    let names = keywords.map { strdup($0.name) } + [nil]
    let values = keywords.map { strdup($0.value) } + [nil]
    defer { for string in names + values { free(string) } }
    let pointer = PQconnectdbParams(names.map { UnsafePointer($0) }, values.map { UnsafePointer($0) }, 1)
    guard let pointer else { throw PostgresError(.connectionFailed, message: "out of memory", origin: origin) }
    let handle = ConnectionHandle(pointer, onNotice: configuration.onNotice)
    guard handle.isAlive else {
      throw PostgresError(.connectionFailed, message: handle.message, origin: origin)
    }
    return handle
  }
}

/// A value that several can settle and the first does.
final class FirstOutcome<Value: Sendable>: Sendable {
  private enum State {
    case open(CheckedContinuation<Value, any Error>?)
    /// Settled before anyone waited.
    case kept(Swift.Result<Value, any Error>)
    case taken
  }

  private let state = Mutex(State.open(nil))

  func settle(_ outcome: Swift.Result<Value, any Error>) {
    let continuation = state.withLock { state -> CheckedContinuation<Value, any Error>? in
      guard case .open(let continuation) = state else { return nil }
      state = continuation == nil ? .kept(outcome) : .taken
      return continuation
    }
    continuation?.resume(with: outcome)
  }

  /// To be awaited once.
  var value: Value {
    get async throws {
      try await withCheckedThrowingContinuation { continuation in
        let kept = state.withLock { state -> Swift.Result<Value, any Error>? in
          guard case .kept(let outcome) = state else {
            state = .open(continuation)
            return nil
          }
          state = .taken
          return outcome
        }
        if let kept { continuation.resume(with: kept) }
      }
    }
  }
}
