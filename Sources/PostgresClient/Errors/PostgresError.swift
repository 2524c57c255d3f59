/// Why a statement, a transaction or a connection failed.
///
/// It carries the statement's text with placeholders and the caller's place, never the values that were bound. What it
/// prints may stand in a log; `report` holds more, some of which may be data.
public struct PostgresError: Error, Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The server refused the statement; `report` says why.
    case server = "the server refused the statement"
    /// No connection could be made.
    case connectionFailed = "no connection could be made"
    /// The connection broke or was closed while it was needed.
    case connectionLost = "the connection was lost"
    /// No answer in time. The connection was closed; what the statement did is undone by the server unless it had
    /// committed by itself.
    case deadlineExceeded = "the deadline passed"
    /// The connection broke during COMMIT: the transaction may or may not have been committed.
    case commitUnknown = "the connection was lost during COMMIT, the outcome is unknown"
    /// COMMIT was answered by a rollback, as a statement before it had failed.
    case rolledBack = "the transaction was rolled back instead of committed"
    /// The pool had no free connection in time.
    case poolExhausted = "the pool had no free connection in time"
    /// The pool was shut down.
    case poolClosed = "the pool is closed"
    /// A value in a row is not what the caller asked for.
    case decoding = "a value could not be read"
    /// The caller did what the protocol does not allow.
    case misuse = "the call is not possible here"
    /// The connection string is wrong.
    case configuration = "the connection string is wrong"
  }

  public var kind: Kind
  /// More about it, if there is more; contains no data.
  public var message: String?
  public var report: PostgresReport?
  public var origin: StatementOrigin?

  public init(
    _ kind: Kind, message: String? = nil, report: PostgresReport? = nil, origin: StatementOrigin? = nil
  ) {
    self.kind = kind
    self.message = message
    self.report = report
    self.origin = origin
  }

  public var sqlState: SQLState? { report?.sqlState }
}

extension PostgresError {
  /// The connection is gone; another one may do. What a statement outside a transaction did is unknown.
  public var isConnectionLost: Bool {
    switch kind {
    case .connectionFailed, .connectionLost, .deadlineExceeded, .commitUnknown: return true
    case .server:
      guard let report else { return false }
      return report.severity == .fatal || report.severity == .panic || report.sqlState.endsConnection
    case .rolledBack, .poolExhausted, .poolClosed, .decoding, .misuse, .configuration: return false
    }
  }

  /// The whole transaction may be repeated: it did nothing.
  public var isRetriable: Bool {
    kind == .server && sqlState?.isRetriable == true
  }

  /// The server takes no writes; see `target_session_attrs`.
  public var isReadOnly: Bool {
    kind == .server && sqlState?.isReadOnly == true
  }
}

extension PostgresError: CustomStringConvertible {
  public var description: String {
    var text = report?.description ?? kind.rawValue
    if report != nil, kind != .server { text = "\(kind.rawValue): \(text)" }
    if let message { text += ": \(message)" }
    guard let origin else { return text }
    if let position = report?.position {
      text += " at line \(origin.text.unicodeScalars.prefix(position - 1).count { $0 == "\n" } + 1)"
    }
    let flat = origin.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let shown = flat.count > 200 ? flat.prefix(200) + "…" : Substring(flat)
    return text + (shown.isEmpty ? "" : " in: \(shown)") + " [\(origin.file):\(origin.line)]"
  }
}
