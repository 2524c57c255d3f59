public import FoundationEssentials

/// Writes log lines.
///
/// Messages are constant texts, so that they can be searched for and counted; what varies stands in fields.
public struct Logger: Sendable {
  public let level: LogLevel
  private let format: LogFormat
  private let colored: Bool
  private let fields: [LogField]
  private let now: @Sendable () -> Date
  private let write: @Sendable (String) -> Void

  /// - Parameters:
  ///   - level: lines below it are not written.
  ///   - colored: for a terminal; only the plain format has colours.
  ///   - write: takes a line without its line break.
  public init(
    level: LogLevel = .info, format: LogFormat = .plain, colored: Bool = false,
    now: @escaping @Sendable () -> Date = { Date.now }, write: @escaping @Sendable (String) -> Void
  ) {
    self.init(level: level, format: format, colored: colored, fields: [], now: now, write: write)
  }

  private init(
    level: LogLevel, format: LogFormat, colored: Bool, fields: [LogField], now: @escaping @Sendable () -> Date,
    write: @escaping @Sendable (String) -> Void
  ) {
    self.level = level
    self.format = format
    self.colored = colored
    self.fields = fields
    self.now = now
    self.write = write
  }

  /// Writes nothing.
  public static let silent = Logger(level: .error, write: { _ in })

  /// A logger whose lines all bear these fields, after those of this one.
  public func with(_ fields: LogField...) -> Logger {
    Logger(level: level, format: format, colored: colored, fields: self.fields + fields, now: now, write: write)
  }

  public func debug(_ message: StaticString, _ fields: LogField...) { log(.debug, message, fields) }
  public func info(_ message: StaticString, _ fields: LogField...) { log(.info, message, fields) }
  public func warning(_ message: StaticString, _ fields: LogField...) { log(.warning, message, fields) }
  public func error(_ message: StaticString, _ fields: LogField...) { log(.error, message, fields) }

  private func log(_ level: LogLevel, _ message: StaticString, _ fields: [LogField]) {
    guard level >= self.level else { return }
    let entry = LogEntry(time: now(), level: level, message: "\(message)", fields: self.fields + fields)
    write(format.render(entry, colored: colored))
  }
}
