import Dispatch
import Glibc
public import PostgresClient
import Synchronization

/// Stands between a client and the scratch server, passes bytes on, and can stop doing so: a network that fails.
public final class FaultProxy: Sendable {
  private struct State {
    var isSilent = false
    /// Bytes from the server are withheld from when the client has sent this.
    var trigger: [UInt8]?
    var descriptors: [Int32] = []
  }

  private let folder: String
  private let serverSocket: String
  private let listener: Int32
  private let state = Mutex(State())

  public init(to server: ScratchPostgres) throws {
    guard let host = server.connectionString.split(separator: " ").first?.split(separator: "=").last else {
      throw ScratchPostgresError(output: "no host in the scratch server's connection string")
    }
    var template = Array("/tmp/tcfp.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw ScratchPostgresError(output: "found no room for a socket") }
    folder = String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self)
    serverSocket = "\(host)/.s.PGSQL.5432"
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let failure = withAddress("\(folder)/.s.PGSQL.5432") { bind(listener, $0, $1) }
    guard failure == 0, listen(listener, 16) == 0 else { throw ScratchPostgresError(output: "cannot listen") }
    onThread { [self] in acceptAll() }
  }

  public func configuration(database: String = "postgres") -> PostgresConfiguration {
    PostgresConfiguration("host=\(folder) user=postgres dbname=\(database)")
  }

  /// From now on no byte passes, and nobody is told: the other side of a half-open connection.
  public func fallSilent() {
    state.withLock { $0.isSilent = true }
  }

  /// Lets bytes pass again. What was dropped stays lost.
  public func speak() {
    state.withLock { $0.isSilent = false }
  }

  /// Breaks every connection as soon as a client has sent this text; the server still gets it.
  public func cut(after text: String) {
    state.withLock { $0.trigger = Array(text.utf8) }
  }

  public func close() {
    shutdown(listener, Int32(SHUT_RDWR))
    state.withLock { state in
      for descriptor in state.descriptors { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
    unlink("\(folder)/.s.PGSQL.5432")
    rmdir(folder)
  }

  private func acceptAll() {
    while true {
      let client = accept(listener, nil, nil)
      guard client >= 0 else { break }
      let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      guard withAddress(serverSocket, { connect(server, $0, $1) }) == 0 else {
        Glibc.close(client)
        Glibc.close(server)
        continue
      }
      state.withLock { $0.descriptors += [client, server] }
      onThread { [self] in relay(from: client, to: server, isClient: true) }
      onThread { [self] in relay(from: server, to: client, isClient: false) }
    }
    Glibc.close(listener)
  }

  /// Descriptors are shut down, never closed while the other direction may still use them: the test process is short.
  private func relay(from source: Int32, to target: Int32, isClient: Bool) {
    var buffer = [UInt8](repeating: 0, count: 16384)
    while true {
      let count = read(source, &buffer, buffer.count)
      guard count > 0 else { break }
      let bytes = buffer[..<count]
      let (isSilent, cuts) = state.withLock { state in
        (state.isSilent, isClient && state.trigger.map { bytes.contains($0) } == true)
      }
      if cuts { shutdown(source, Int32(SHUT_RDWR)) }
      if !isSilent {
        _ = bytes.withUnsafeBytes { send(target, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      }
    }
    shutdown(source, Int32(SHUT_RDWR))
    shutdown(target, Int32(SHUT_RDWR))
  }
}

/// Each serial queue gets a thread at once.
private func onThread(_ body: @escaping @Sendable () -> Void) {
  DispatchQueue(label: "fault-proxy").async(execute: body)
}

private func withAddress<Result>(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  return withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
  }
}
