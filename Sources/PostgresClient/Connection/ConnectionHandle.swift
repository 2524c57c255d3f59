import CPostgreSQL
import Dispatch

/// Owns a libpq connection.
///
/// `@unchecked Sendable`: it is used by one thread at a time, first by the one that connects, then by the event loop.
final class ConnectionHandle: @unchecked Sendable {
  let pointer: OpaquePointer
  /// The socket; nil once libpq has closed it, after which its number may be another's.
  private(set) var descriptor: Int32?
  private let notices: NoticeReceiver

  init(_ pointer: OpaquePointer, onNotice: @escaping @Sendable (PostgresReport) -> Void) {
    self.pointer = pointer
    descriptor = PQsocket(pointer) < 0 ? nil : PQsocket(pointer)
    notices = NoticeReceiver(onNotice)
    PQsetnonblocking(pointer, 1)
    PQsetNoticeReceiver(pointer, receiveNotice, Unmanaged.passUnretained(notices).toOpaque())
  }

  deinit {
    if let descriptor { EventLoop.shared.forget(descriptor) }
    PQfinish(pointer)
  }

  /// To be called after every call of libpq that reads or writes: on a broken connection it closes the socket itself.
  func noteSocket() {
    guard let descriptor, PQsocket(pointer) != descriptor else { return }
    EventLoop.shared.forget(descriptor)
    self.descriptor = nil
  }

  var isAlive: Bool { PQstatus(pointer) == CONNECTION_OK }

  /// libpq's last complaint about the connection, on one line.
  var message: String { String(cString: PQerrorMessage(pointer)).onOneLine }

  /// Asks the server to cancel what runs, over a connection of its own, without waiting for it. The handle may be
  /// given up at once: a session that is gone has nothing to cancel.
  func cancel() {
    guard let cancel = PQgetCancel(pointer) else { return }
    nonisolated(unsafe) let owned = cancel
    BlockingWork.queue().async {
      var message = [CChar](repeating: 0, count: 256)
      PQcancel(owned, &message, Int32(message.count))
      PQfreeCancel(owned)
    }
  }
}

/// Where libpq calls that block are run: name lookups, connecting, cancelling.
enum BlockingWork {
  /// A queue for one piece of work. Each serial queue gets a thread at once, where the pieces of a concurrent one would
  /// wait for each other.
  static func queue() -> DispatchQueue {
    DispatchQueue(label: "postgres-blocking")
  }
}

private final class NoticeReceiver: Sendable {
  let body: @Sendable (PostgresReport) -> Void

  init(_ body: @escaping @Sendable (PostgresReport) -> Void) {
    self.body = body
  }
}

/// The result is libpq's: it is freed after the call.
private let receiveNotice: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?) -> Void = { argument, result in
  guard let argument, let result, let report = PostgresReport(result) else { return }
  Unmanaged<NoticeReceiver>.fromOpaque(argument).takeUnretainedValue().body(report)
}
