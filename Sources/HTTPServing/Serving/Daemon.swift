import CMicroHTTPD
import Glibc

/// The running libmicrohttpd daemon.
///
/// `@unchecked Sendable`: nothing in it changes, and the library allows both calls from any thread; `HTTPServer` makes each
/// once.
final class Daemon: @unchecked Sendable {
  private let pointer: OpaquePointer
  private let core: Unmanaged<ServerCore>
  private let socket: Int32

  /// Takes the socket over, also when it fails.
  init(_ core: ServerCore, on listening: ListeningSocket, _ configuration: HTTPServer.Configuration)
    throws(HTTPServerError)
  {
    let core = Unmanaged.passRetained(core)
    let started = mhd_start_on_socket(
      listening.descriptor, UInt32(configuration.connectionLimit), UInt32(configuration.idleTimeout.components.seconds),
      configuration.headLimit, handleAccess, core.toOpaque(), requestCompleted, core.toOpaque())
    guard let started else {
      // Late failures close the socket and early ones do not: a leaked descriptor is better than one closed twice.
      core.release()
      throw .cannotStart(reason: "libmicrohttpd refused: \(String(cString: strerror(errno)))")
    }
    self.core = core
    pointer = started
    socket = listening.descriptor
  }

  /// Takes no more connections; those open live on.
  ///
  /// The descriptor stays until the thread is gone, which may be about to accept from it.
  func refuseConnections() {
    MHD_quiesce_daemon(pointer)
    shutdown(socket, Int32(SHUT_RDWR))
  }

  /// Closes every connection and joins the thread; follows `refuseConnections`. No connection may be suspended.
  func stop() {
    MHD_stop_daemon(pointer)
    core.release()
    close(socket)
  }
}
