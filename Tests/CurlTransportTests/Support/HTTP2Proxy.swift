// Foundation for `Process`.
import Foundation
import Glibc

/// A run of nghttpx, which speaks HTTP/2 over TLS before a server that speaks HTTP/1.1.
final class HTTP2Proxy: Sendable {
  static let isAvailable = FileManager.default.isExecutableFile(atPath: program)
  private static let program = "/usr/sbin/nghttpx"

  let port: UInt16
  private let process: Process

  /// Starts it, and returns once it takes connections.
  init(before server: TestServer, certificate: Certificate) async throws {
    port = Self.freePort()
    process = Process()
    process.executableURL = URL(filePath: Self.program)
    process.arguments = [
      "--conf=/dev/null", "--frontend=127.0.0.1,\(port)", "--backend=127.0.0.1,\(server.port)", "--workers=1",
      "--no-ocsp", "--errorlog-file=/dev/null", "--accesslog-file=/dev/null", "--single-process", certificate.key,
      certificate.file,
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let end = ContinuousClock.now + .seconds(20)
    while !isListening {
      guard process.isRunning, ContinuousClock.now < end else { throw NotReady() }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  struct NotReady: Error {}

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  private var isListening: Bool {
    let socket = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    return Self.loopback(port) { connect(socket, $0, $1) } == 0
  }

  /// A port that nobody listens on now.
  private static func freePort() -> UInt16 {
    let socket = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    _ = loopback(0) { bind(socket, $0, $1) }
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &size) }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  private static func loopback(_ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt) -> CInt {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
  }
}
