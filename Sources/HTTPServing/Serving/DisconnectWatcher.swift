import CMicroHTTPD
import Dispatch
import Glibc
import Synchronization

/// Notices clients that go away while their connection is suspended, when libmicrohttpd does not look at it.
///
/// The sockets stand in an epoll set of their own, waiting for nothing but the far end's close. A client that only shuts
/// down its sending side counts as gone, as in Go's `net/http`.
///
/// `@unchecked Sendable`: the descriptor and the source are set once; Linux and Dispatch allow their use from any thread.
final class DisconnectWatcher: @unchecked Sendable {
  private let set: Int32
  private let source: any DispatchSourceRead

  /// - Parameter onDisconnect: called with the number that the socket was registered under, at most once for each.
  init(onDisconnect: @escaping @Sendable (UInt64) -> Void) throws(HTTPServerError) {
    let set = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard set >= 0 else { throw .cannotStart(reason: String(cString: strerror(errno))) }
    self.set = set
    source = DispatchSource.makeReadSource(fileDescriptor: set, queue: DispatchQueue(label: "http-disconnects"))
    source.setEventHandler {
      var events = [epoll_event](repeating: epoll_event(), count: 64)
      let count = epoll_wait(set, &events, 64, 0)
      for event in events.prefix(max(0, Int(count))) { onDisconnect(event.data.u64) }
    }
    source.setCancelHandler { close(set) }
    source.activate()
  }

  func watch(_ socket: Int32, as number: UInt64) {
    var event = epoll_event()
    event.events = EPOLLRDHUP.rawValue | EPOLLONESHOT.rawValue
    event.data.u64 = number
    epoll_ctl(set, EPOLL_CTL_ADD, socket, &event)
  }

  func forget(_ socket: Int32) {
    var event = epoll_event()
    epoll_ctl(set, EPOLL_CTL_DEL, socket, &event)
  }

  deinit { source.cancel() }
}
