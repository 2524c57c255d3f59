import CPostgreSQL
import Synchronization

/// The thin driver of one connection: performs what `SessionMachine` decides, on the event loop's thread.
///
/// An actor on that thread, so that the compiler checks that libpq is called nowhere else.
actor Channel {
  nonisolated var unownedExecutor: UnownedSerialExecutor { EventLoop.shared.asUnownedSerialExecutor() }

  /// What the pool needs to know without a change of thread.
  enum Standing: UInt8, AtomicRepresentable {
    case idle
    case inTransaction
    case busy
    case closed
  }

  nonisolated let standing = Atomic(Standing.idle)

  /// Nil once closed.
  private(set) var handle: ConnectionHandle?
  private var machine = SessionMachine()

  // What belongs to the exchange under way.
  private(set) var exchange = 0
  var request: Request?
  private var deadline: ContinuousClock.Instant?
  private var fetched: ResultStorage?
  private var columns: PostgresColumns?
  private var failure: PostgresError?
  /// The connection's end, as far as known: libpq's words or the server's.
  private var lastWords: PostgresError?
  var results: [PostgresResult] = []
  var copied: [UInt8] = []
  var outgoing: [UInt8] = []
  var copyFailure: String?
  var copyFormat: CopyFormat?

  init(_ handle: ConnectionHandle) {
    self.handle = handle
  }

  enum Step: Equatable {
    case delivered
    case finished
  }

  /// Runs the machine until it hands something over or the exchange ends.
  ///
  /// Throws the server's error once the exchange is over and the session idle again, or the reason why the session has
  /// ended.
  func drive(_ event: SessionMachine.Event) async throws -> Step {
    var action = machine.handle(event)
    while true {
      switch action {
      case .deliver: return .delivered
      case .finish:
        settle()
        if let failure { throw failure }
        return .finished
      case .refuse(let refusal):
        let error = error(refusal)
        if refusal == .rejected { settle() }
        throw error
      case .abandon(let closure):
        let error = error(closure)
        abandon(closure)
        throw error
      case .wait(let interest): action = machine.handle(await wait(for: interest))
      default: action = machine.handle(perform(action))
      }
    }
  }

  func start(_ request: Request) async throws -> Step {
    if request.isCancellable, Task.isCancelled { throw CancellationError() }
    guard !machine.isBusy else { throw error(.busy, of: request) }
    if handle != nil { standing.store(.busy, ordering: .releasing) }
    self.request = request
    exchange += 1
    (failure, columns, results, copied, outgoing) = (nil, nil, [], [], [])
    (copyFailure, copyFormat) = (nil, nil)
    renewDeadline()
    return try await drive(.start(request.exchange))
  }

  var isBusy: Bool { machine.isBusy }

  func renewDeadline() {
    deadline = request.map { .now + $0.deadline }
  }

  /// Closes the session; an exchange under way ends with an error.
  func close() {
    if case .abandon(let closure) = machine.handle(.close) { abandon(closure) }
  }

  // MARK: What the machine orders

  private func perform(_ action: SessionMachine.Action) -> SessionMachine.Event {
    guard let handle else { return .close }
    defer { handle.noteSocket() }
    let connection = handle.pointer
    switch action {
    case .send: return send(over: handle)
    case .flush:
      // What cannot be written, libpq reports with the next result.
      return PQflush(connection) == 1 ? .flushBlocked : .flushed
    case .consume: return PQconsumeInput(connection) == 1 ? .consumed : .inputFailed
    case .takeResult(let force):
      if !force, PQisBusy(connection) != 0 { return .busy }
      guard let result = PQgetResult(connection) else { return .exhausted(alive: handle.isAlive) }
      return .result(take(ResultStorage(result)))
    case .takeCopyData: return takeCopyData(from: connection)
    case .put(.data):
      return put(outgoing.withUnsafeBytes { PQputCopyData(connection, $0.baseAddress, Int32($0.count)) })
    case .put(.end): return put(PQputCopyEnd(connection, copyFailure))
    case .wait, .deliver, .finish, .refuse, .abandon: preconditionFailure("\(action) is the loop's own")
    }
  }

  private func send(over handle: ConnectionHandle) -> SessionMachine.Event {
    guard let request else { return .sendRefused(alive: true) }
    guard request.send(over: handle.pointer) else { return .sendRefused(alive: handle.isAlive) }
    if request.exchange == .rows { PQsetSingleRowMode(handle.pointer) }
    return .sent
  }

  private func take(_ result: ResultStorage) -> SessionMachine.Result {
    switch result.status {
    case PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE, PGRES_COMMAND_OK:
      keep(result)
      return result.status == PGRES_SINGLE_TUPLE ? .row(bytes: result.size) : .complete
    case PGRES_EMPTY_QUERY: return .complete
    case PGRES_COPY_IN:
      copyFormat = CopyFormat(of: result.pointer)
      return .copyIn
    case PGRES_COPY_OUT:
      copyFormat = CopyFormat(of: result.pointer)
      return .copyOut
    case PGRES_COPY_BOTH: return .copyBoth
    default:
      note(result)
      return .failure
    }
  }

  private func keep(_ result: ResultStorage) {
    guard !machine.isDiscarding, let request else { return }
    // The rows of one statement have their columns in common.
    if columns == nil || request.exchange == .collected {
      columns = PostgresColumns(of: result.pointer, origin: request.origin)
    }
    // The last result of a row stream has no rows, and says only that it is over.
    guard let columns, request.exchange != .rows || result.rowCount > 0 else { return }
    results.append(PostgresResult(result, columns: columns))
  }

  private func note(_ result: ResultStorage) {
    guard failure == nil else { return }
    failure =
      PostgresReport(result.pointer).map { PostgresError(.server, report: $0, origin: request?.origin) }
      ?? PostgresError(.connectionLost, message: result.message, origin: request?.origin)
  }

  private func takeCopyData(from connection: OpaquePointer) -> SessionMachine.Event {
    var buffer: UnsafeMutablePointer<CChar>?
    let count = PQgetCopyData(connection, &buffer, 1)
    defer { PQfreemem(buffer) }
    guard count >= 0 else { return .copyDataEnded }
    guard count > 0 else { return .busy }
    if !machine.isDiscarding { copied.append(contentsOf: UnsafeRawBufferPointer(start: buffer, count: Int(count))) }
    return .copyData(bytes: Int(count))
  }

  private func put(_ outcome: Int32) -> SessionMachine.Event {
    switch outcome {
    case 1: .putAccepted
    case 0: .putBlocked
    default: .putRefused
    }
  }

  private func wait(for interest: Interest) async -> SessionMachine.Event {
    guard let descriptor = handle?.descriptor, let request else { return .inputFailed }
    let wake = await EventLoop.shared.wait(
      for: interest, on: descriptor, until: deadline, cancellable: request.isCancellable)
    switch wake {
    case .ready(let interest): return .ready(interest)
    case .deadlinePassed: return .deadlinePassed
    case .cancelled: return .cancelled
    case .forgotten: return .inputFailed
    }
  }

  // MARK: Ends

  /// The session is idle: from now on, listen whether it ends.
  func settle() {
    guard let handle, let descriptor = handle.descriptor else { return }
    standing.store(
      PQtransactionStatus(handle.pointer) == PQTRANS_IDLE ? .idle : .inTransaction, ordering: .releasing)
    EventLoop.shared.watch(descriptor) { [weak self] wake in
      guard case .ready(let interest) = wake else { return }
      self?.assumeIsolated { $0.heardWhileIdle(interest) }
    }
  }

  private func heardWhileIdle(_ interest: Interest) {
    guard !machine.isBusy else { return }
    var action = machine.handle(.ready(interest))
    while true {
      switch action {
      case .finish: return settle()
      case .abandon(let closure): return abandon(closure)
      case .consume: action = machine.handle(perform(action))
      default: return
      }
    }
  }

  private func abandon(_ closure: SessionMachine.Closure) {
    guard let handle else { return }
    lastWords = failure ?? (closure == .lost ? PostgresError(.connectionLost, message: handle.message) : nil)
    if closure != .lost, PQtransactionStatus(handle.pointer) == PQTRANS_ACTIVE { handle.cancel() }
    standing.store(.closed, ordering: .releasing)
    if let descriptor = handle.descriptor { EventLoop.shared.forget(descriptor) }
    self.handle = nil
  }

  private func error(_ closure: SessionMachine.Closure) -> any Error {
    let origin = request?.origin
    switch closure {
    case .cancelled: return CancellationError()
    case .deadlinePassed:
      let limit = request.map { "no answer in \($0.deadline)" }
      return PostgresError(.deadlineExceeded, message: limit, origin: origin)
    case .requested: return PostgresError(.connectionLost, message: "it was closed", origin: origin)
    case .wrongExchange(let expected):
      return PostgresError(.misuse, message: expected.complaint, origin: origin)
    case .lost:
      if let failure { return failure }
      var error = lastWords ?? PostgresError(.connectionLost, message: handle?.message)
      error.origin = origin
      return error
    }
  }

  func error(_ refusal: SessionMachine.Refusal, of request: Request? = nil) -> PostgresError {
    let message =
      switch refusal {
      case .busy: "another statement is running on this connection"
      case .notStarted: "no statement is running on this connection"
      case .rejected: handle?.message ?? "libpq did not accept it"
      }
    return PostgresError(.misuse, message: message, origin: (request ?? self.request)?.origin)
  }
}

extension SessionMachine.Exchange {
  fileprivate var complaint: String {
    switch self {
    case .collected, .rows: "a COPY from or to the client needs copyIn or copyOut"
    case .copyIn: "expected COPY … FROM STDIN"
    case .copyOut: "expected COPY … TO STDOUT"
    }
  }
}
