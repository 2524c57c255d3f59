import Glibc
import Synchronization
import Transcripts

/// A file that requests are appended to, one JSON object a line. They hold conversations: it is made only when asked
/// for, and readable by its owner alone.
final class RequestLog: Sendable {
  private let descriptor: Int32
  /// Lines are written one at a time.
  private let lock = Mutex(())

  init(path: String) throws(CannotRecord) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw CannotRecord(path: path, reason: String(cString: strerror(errno))) }
  }

  func append(number: Int, fault: Fault?, hasAuthorization: Bool, body: [UInt8]) {
    let request = (try? JSON(parsing: body)) ?? .string(String(decoding: body, as: UTF8.self))
    let entry: JSON = [
      "number": JSON(number), "fault": fault.map { .string($0.name) } ?? .null,
      "authorization": .bool(hasAuthorization), "request": request,
    ]
    let line = entry.utf8 + [0x0A]
    lock.withLock { _ in
      var written = 0
      while written < line.count {
        let count = line.withUnsafeBytes { write(descriptor, $0.baseAddress! + written, line.count - written) }
        if count <= 0 { break }
        written += count
      }
    }
  }

  deinit { close(descriptor) }
}

struct CannotRecord: Error, CustomStringConvertible {
  var path: String
  var reason: String

  var description: String { "cannot open \(path) to record requests: \(reason)" }
}
