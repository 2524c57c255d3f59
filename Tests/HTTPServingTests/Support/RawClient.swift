import Dispatch
import Glibc

/// A client that sees every byte: one socket, blocking calls.
struct RawClient: ~Copyable, Sendable {
  private let descriptor: Int32

  init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw Failure(reason: String(cString: strerror(errno))) }
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  struct Failure: Error { var reason: String }

  borrowing func send(_ text: String) throws { try send(Array(text.utf8)) }

  borrowing func send(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Failure(reason: String(cString: strerror(errno))) }
      sent += count
    }
  }

  borrowing func get(_ target: String, method: String = "GET", headers: String = "") throws {
    try send("\(method) \(target) HTTP/1.1\r\nHost: test\r\n\(headers)\r\n")
  }

  /// One read's worth; empty at the end of the stream.
  private borrowing func receive() throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64 * 1024)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    if count < 0 && errno != ECONNRESET { throw Failure(reason: String(cString: strerror(errno))) }
    return Array(bytes.prefix(max(0, count)))
  }

  /// Reads until the text has come, and returns all that was read.
  borrowing func read(until end: String) throws -> String {
    var all: [UInt8] = []
    while !String(decoding: all, as: UTF8.self).contains(end) {
      let more = try receive()
      guard !more.isEmpty else {
        throw Failure(reason: "the stream ended before \(end): \(String(decoding: all, as: UTF8.self))")
      }
      all += more
    }
    return String(decoding: all, as: UTF8.self)
  }

  /// Reads until the server closes.
  borrowing func readToEnd() throws -> String {
    var all: [UInt8] = []
    while true {
      let more = try receive()
      if more.isEmpty { return String(decoding: all, as: UTF8.self) }
      all += more
    }
  }
}

/// Runs blocking calls on a thread that no Swift task needs.
func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "blocking").async { continuation.resume(with: Result(catching: body)) }
  }
}

/// Sends one request on a connection of its own and reads until the server closes it.
func exchangeRaw(port: UInt16, _ request: String) async throws -> String {
  try await blocking {
    let client = try RawClient(port: port)
    try client.send(request)
    return try client.readToEnd()
  }
}

func exchange(port: UInt16, method: String = "GET", _ target: String, headers: String = "", body: String = "")
  async throws -> String
{
  let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
  return try await exchangeRaw(
    port: port, "\(method) \(target) HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\(length)\(headers)\r\n\(body)")
}

/// Holds a client where a collection or an escaping closure needs a copyable value.
final class Box: Sendable {
  let value: RawClient
  init(_ value: consuming RawClient) { self.value = value }
}

/// Closes a client's socket.
func drop(_ client: consuming RawClient) {}

/// The threads of this process.
func threadCount() throws -> Int {
  guard let directory = opendir("/proc/self/task") else { throw RawClient.Failure(reason: "no /proc") }
  defer { closedir(directory) }
  var count = 0
  while let entry = readdir(directory) {
    if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 }
  }
  return count
}
