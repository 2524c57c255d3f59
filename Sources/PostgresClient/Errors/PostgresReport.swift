/// What the server says in an error or a notice.
///
/// `detail`, `context` and, for data exceptions, `message` may contain data; `description` contains none.
public struct PostgresReport: Sendable, Hashable {
  public enum Severity: String, Sendable, Hashable {
    case error = "ERROR"
    case fatal = "FATAL"
    case panic = "PANIC"
    case warning = "WARNING"
    case notice = "NOTICE"
    case debug = "DEBUG"
    case info = "INFO"
    case log = "LOG"
  }

  public var severity: Severity
  public var sqlState: SQLState
  public var message: String
  public var detail: String?
  public var hint: String?
  public var context: String?
  public var schema: String?
  public var table: String?
  public var column: String?
  public var constraint: String?
  /// Where in the statement's text the error is, in characters, from 1.
  public var position: Int?

  public init(severity: Severity, sqlState: SQLState, message: String) {
    self.severity = severity
    self.sqlState = sqlState
    self.message = message
  }
}

extension PostgresReport: CustomStringConvertible {
  /// The report as it may stand in a log: without detail and context, and without the values that a message quotes.
  public var description: String {
    let text = sqlState.messageQuotesValues ? message.withoutQuotedText : message
    let named = [("table", table), ("column", column), ("constraint", constraint)]
      .compactMap { kind, name in name.map { "\(kind) \($0)" } }
    return "\(severity.rawValue) \(sqlState): \(text)"
      + (named.isEmpty ? "" : " (\(named.joined(separator: ", ")))")
      + (hint.map { "; hint: \($0)" } ?? "")
  }
}

extension String {
  /// The text with an ellipsis for whatever stands between double quotes.
  var withoutQuotedText: String {
    let parts = split(separator: "\"", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return self }
    // A value may itself contain quotes: everything between the first and the last one goes.
    return "\(parts[0])\"…\"\(parts.count > 2 ? parts[parts.count - 1] : "")"
  }
}
