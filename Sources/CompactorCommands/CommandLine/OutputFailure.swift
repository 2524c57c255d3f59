import Glibc
import Synchronization

/// A file or standard output that did not take what was written.
struct OutputFailure: Error, Equatable, CustomStringConvertible {
  /// Its path, or `standard output`.
  var file: String
  /// By the system's words: `No space left on device`.
  var reason: String

  var description: String { "\(file): \(reason)" }
}

/// Writes all of the bytes to a descriptor.
///
/// - Returns: the number of the error that ended it; `nil` where everything was taken.
func writeAll(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Int32? {
  let bytes = ContiguousArray(bytes)
  return bytes.withUnsafeBytes { buffer in
    var rest = buffer[...]
    while !rest.isEmpty {
      let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return errno }
      rest = rest.dropFirst(count)
    }
    return nil
  }
}

/// Standard output of this process, which remembers that it did not take something.
final class StandardOutput: Sendable {
  static let shared = StandardOutput()

  private let state = Mutex<OutputFailure?>(nil)

  func print(_ text: String) {
    guard let number = writeAll((text + "\n").utf8, to: STDOUT_FILENO) else { return }
    // A closed pipe (`compactor audit | head`) is no fault of the command.
    guard number != EPIPE else { return }
    state.withLock { $0 = OutputFailure(file: "standard output", reason: String(cString: strerror(number))) }
  }

  var failure: OutputFailure? { state.withLock { $0 } }
}
