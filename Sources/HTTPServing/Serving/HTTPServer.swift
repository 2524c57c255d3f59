import Dispatch
import Synchronization

/// An HTTP/1.1 server over libmicrohttpd: one thread for all sockets, a task for each request.
///
/// A handler may take as long as it likes: its connection is suspended meanwhile and costs no thread. When the client goes
/// away, the handler's task is cancelled. The server stops when `stop` is called, or is cut when it is released.
public final class HTTPServer: Sendable {
  public typealias Handler = @Sendable (HTTPServerRequest) async -> HTTPServerResponse

  public struct Configuration: Sendable {
    /// A name or an address; loopback unless told otherwise.
    public var host = "127.0.0.1"
    /// 0 lets the system choose.
    public var port: UInt16 = 0
    /// In bytes; a larger body gets 413.
    public var bodyLimit = 8 << 20
    /// In bytes, for each connection: the request's head must fit.
    public var headLimit = 64 << 10
    public var connectionLimit = 1000
    /// A connection on which nothing moves is closed; one whose handler works is not idle. Whole seconds; 0 is never.
    public var idleTimeout = Duration.seconds(60)

    public init(host: String = "127.0.0.1", port: UInt16 = 0) {
      self.host = host
      self.port = port
    }
  }

  public let host: String
  /// The real port.
  public let port: UInt16

  private let core: ServerCore
  private let daemon: Daemon
  private let isStopping = Atomic(false)

  /// Binds, listens and serves.
  public init(_ configuration: Configuration = Configuration(), handler: @escaping Handler) throws(HTTPServerError) {
    core = try ServerCore(handler: handler, bodyLimit: configuration.bodyLimit)
    let listening = try ListeningSocket(host: configuration.host, port: configuration.port)
    daemon = try Daemon(core, on: listening, configuration)
    host = configuration.host
    port = listening.port
  }

  deinit {
    guard !isStopping.load(ordering: .acquiring) else { return }
    daemon.refuseConnections()
    core.table.cutAll()
    daemon.stop()
  }

  /// Takes no more connections, waits for requests in flight, then cuts those that are left and cancels their handlers.
  ///
  /// A second call does not wait: it cuts at once, and the first returns.
  public func stop(within bound: Duration = .seconds(5)) async {
    guard isStopping.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged else {
      core.table.cutAll()
      return
    }
    core.table.drain()
    daemon.refuseConnections()
    let table = core.table
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await table.waitUntilIdle() }
      group.addTask { try? await Task.sleep(for: bound) }
      await group.next()
      group.cancelAll()
    }
    table.cutAll()
    let daemon = daemon
    await withCheckedContinuation { continuation in
      // Joining a thread would block one of the few that run Swift's tasks; a queue of its own has its own thread.
      DispatchQueue(label: "http-stop").async {
        daemon.stop()
        continuation.resume()
      }
    }
  }
}
