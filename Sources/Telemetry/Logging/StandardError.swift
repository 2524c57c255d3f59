import Glibc
import Synchronization

/// The one writer to standard error of a process: whole lines, and on a terminal a status line that stays below them.
public final class StandardError: Sendable {
  public static let shared = StandardError(isTerminal: isatty(STDERR_FILENO) == 1) { bytes in
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress! + sent, bytes.count - sent) }
      if count < 0 && errno == EINTR { continue }
      // Nobody is left to tell.
      guard count > 0 else { return }
      sent += count
    }
  }

  public let isTerminal: Bool
  private let status = Mutex("")
  private let send: @Sendable ([UInt8]) -> Void

  init(isTerminal: Bool, send: @escaping @Sendable ([UInt8]) -> Void) {
    self.isTerminal = isTerminal
    self.send = send
  }

  /// Columns of the terminal; nil where it is none or does not say.
  public var width: Int? {
    var size = winsize()
    guard isTerminal, ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes a line, and the status below it again.
  public func line(_ text: String) {
    status.withLock { status in
      send(Array("\(status.isEmpty ? "" : Self.clear)\(text)\n\(status)".utf8))
    }
  }

  /// Replaces the status line; an empty one takes it away. Does nothing where there is no terminal.
  public func show(status text: String) {
    guard isTerminal else { return }
    status.withLock { status in
      if status.isEmpty && text.isEmpty { return }
      status = text
      send(Array("\(Self.clear)\(text)".utf8))
    }
  }

  /// To the line's beginning, and erase it.
  private static let clear = "\r\u{1B}[K"
}

extension Logger {
  /// Lines go to standard error, coloured where it is a terminal.
  public static func standardError(level: LogLevel = .info, format: LogFormat = .plain) -> Logger {
    let output = StandardError.shared
    return Logger(level: level, format: format, colored: output.isTerminal) { output.line($0) }
  }
}
