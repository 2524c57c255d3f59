import CMicroHTTPD
import Synchronization

/// One request and its response.
///
/// libmicrohttpd's thread brings the request and fetches the response; in between the connection is suspended and a task
/// runs the handler. `parked` says that the connection is suspended: whoever turns it false, under the lock, resumes the
/// connection. While it is true, the library leaves the connection alone, so that it cannot go away.
final class Exchange: Sendable {
  enum Phase {
    case receiving
    case handling
    case ready(HTTPServerResponse)
    case answering
    case over
  }

  fileprivate struct State {
    var phase = Phase.receiving
    var parked = false
    var body: RequestBody
    var buffer = StreamBuffer()
    var task: Task<Void, Never>?
    var writers: [CheckedContinuation<Void, Never>] = []
    var clientLeft = false
    var cutting = false

    var accepts: Bool {
      if case .over = phase { return false }
      return !clientLeft && !cutting && buffer.ending == .open
    }
  }

  let number: UInt64
  let method: String
  private let path: String
  private let connection: ConnectionHandle
  private let state: Mutex<State>

  init(number: UInt64, method: String, path: String, connection: ConnectionHandle, bodyLimit: Int) {
    self.number = number
    self.method = method
    self.path = path
    self.connection = connection
    state = Mutex(State(body: RequestBody(limit: bodyLimit)))
  }

  // MARK: On the daemon's thread

  /// Takes a part of the body.
  func receive(_ part: UnsafeRawBufferPointer) -> Bool {
    state.withLock { state in
      !state.cutting && state.body.append(part) == .goOn
    }
  }

  /// What to do when libmicrohttpd asks for a response.
  enum Step {
    /// The handler was started and the connection suspended.
    case wait
    case answer(HTTPServerResponse)
    case close
  }

  func advance(_ handler: @escaping HTTPServer.Handler) -> Step {
    state.withLock { state in
      if state.cutting { return .close }
      switch state.phase {
      case .receiving where state.body.isTooLarge:
        state.phase = .answering
        return .answer(.tooLarge(limit: state.body.limit))
      case .receiving:
        let fields = connection.values(.HEADER_KIND)
        var headers = HTTPServerHeaders()
        for field in fields { headers.add(field.name, field.value ?? "") }
        let request = HTTPServerRequest(
          method: method, path: path, query: connection.values(.GET_ARGUMENT_KIND), headers: headers,
          body: state.body.take())
        state.phase = .handling
        state.parked = true
        connection.suspend()
        state.task = Task { await self.run(handler, request) }
        return .wait
      case .ready(let response):
        state.phase = .answering
        if case .cut = response.body { return .close }
        return .answer(response)
      case .handling, .answering, .over:
        return .close
      }
    }
  }

  /// Fetches what is to be sent next. `.nothing` has suspended the connection.
  func read(into target: UnsafeMutableRawBufferPointer) -> StreamBuffer.Taken {
    let (taken, writers) = state.withLock { state -> (StreamBuffer.Taken, [CheckedContinuation<Void, Never>]) in
      let taken = state.buffer.take(into: target)
      if taken == .nothing {
        state.parked = true
        connection.suspend()
      }
      return (taken, state.buffer.isFull ? [] : state.takeWriters())
    }
    for writer in writers { writer.resume() }
    return taken
  }

  /// libmicrohttpd is done with the request: answered, failed or closed.
  func complete() {
    let (task, writers) = state.withLock { state in
      state.phase = .over
      state.parked = false
      return (state.task, state.takeWriters())
    }
    for writer in writers { writer.resume() }
    task?.cancel()
  }

  // MARK: On any thread

  /// The far end closed: tells the handler by cancelling its task.
  func clientDisconnected() {
    let (task, writers) = state.withLock { state in
      // A socket that this side closed looks the same.
      state.clientLeft = !state.cutting
      return (state.task, state.takeWriters())
    }
    for writer in writers { writer.resume() }
    task?.cancel()
  }

  /// The server stops: nothing more is sent.
  func cut() {
    let (task, writers) = state.withLock { state in
      state.cutting = true
      state.buffer.abandon()
      wake(&state)
      return (state.task, state.takeWriters())
    }
    for writer in writers { writer.resume() }
    task?.cancel()
  }

  var isOpen: Bool { state.withLock(\.accepts) }

  func write(_ bytes: some Sequence<UInt8>) async throws(StreamingBodyError) {
    let appended = state.withLock { state in
      guard state.accepts, !Task.isCancelled else { return false }
      state.buffer.append(bytes)
      wake(&state)
      return true
    }
    guard appended else { throw refusal }
    while state.withLock({ $0.accepts && $0.buffer.isFull }), !Task.isCancelled { await waitForRoom() }
    if Task.isCancelled || state.withLock({ $0.clientLeft || $0.cutting }) { throw refusal }
  }

  private var refusal: StreamingBodyError {
    state.withLock { state in
      if state.clientLeft { return .clientDisconnected }
      if case .over = state.phase, !state.cutting { return .clientDisconnected }
      return .cancelled
    }
  }

  private func waitForRoom() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waits = state.withLock { state in
          guard state.accepts, state.buffer.isFull, !Task.isCancelled else { return false }
          state.writers.append(continuation)
          return true
        }
        if !waits { continuation.resume() }
      }
    } onCancel: {
      for writer in state.withLock({ $0.takeWriters() }) { writer.resume() }
    }
  }

  // MARK: The handler's task

  private func run(_ handler: HTTPServer.Handler, _ request: HTTPServerRequest) async {
    let response = await handler(request)
    state.withLock { state in
      guard case .handling = state.phase else { return }
      state.phase = .ready(response)
      wake(&state)
    }
    if case .stream(_, let produce) = response.body, method != "HEAD" {
      let ending: StreamBuffer.Ending
      do {
        try await produce(StreamingBody(exchange: self))
        ending = .finished
      } catch {
        ending = .cut
      }
      state.withLock { state in
        state.buffer.end(ending)
        wake(&state)
      }
    }
    state.withLock { $0.task = nil }
  }

  /// Resumes the connection. Under the lock, so that a stop which has been through here finds no connection suspended.
  private func wake(_ state: inout sending State) {
    guard state.parked else { return }
    state.parked = false
    connection.resume()
  }
}

extension Exchange.State {
  fileprivate mutating func takeWriters() -> [CheckedContinuation<Void, Never>] {
    defer { writers = [] }
    return writers
  }
}

extension HTTPServerResponse {
  static func tooLarge(limit: Int) -> HTTPServerResponse {
    var response = text("the request's body is larger than \(limit) bytes\n", status: 413)
    response.headers["Connection"] = "close"
    return response
  }
}
