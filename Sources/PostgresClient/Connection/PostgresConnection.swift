import Synchronization

/// One session with the server. One statement runs at a time; a second one at the same time is an error.
///
/// Statements run through the extended protocol, unnamed, with binary values: nothing stays in the session, so that a
/// pooler in transaction mode may stand in between. Every statement has a deadline. When it passes, or when the task is
/// cancelled, the statement is cancelled on the server and the connection closed.
public final class PostgresConnection: Sendable {
  public let configuration: PostgresConfiguration
  let channel: Channel

  private init(_ configuration: PostgresConfiguration, _ handle: ConnectionHandle) {
    self.configuration = configuration
    channel = Channel(handle)
  }

  /// Connects. Throws `PostgresError` of the kind `connectionFailed` or `configuration`.
  public static func connect(
    _ configuration: PostgresConfiguration, file: String = #fileID, line: Int = #line
  ) async throws -> PostgresConnection {
    let handle = try await ConnectionHandle.open(configuration, file: file, line: line)
    let connection = PostgresConnection(configuration, handle)
    await connection.channel.open()
    return connection
  }

  /// Closes the connection; a statement under way ends with an error.
  public func close() async {
    await channel.close()
  }

  public var isClosed: Bool { channel.standing.load(ordering: .acquiring) == .closed }

  /// Whether a statement is running.
  public var isBusy: Bool { channel.standing.load(ordering: .acquiring) == .busy }

  /// Whether a transaction is open, failed or not.
  public var isInTransaction: Bool { channel.standing.load(ordering: .acquiring) == .inTransaction }

  /// Runs one statement and returns its rows.
  ///
  /// - Parameter deadline: how long the server may take; the configuration's `statementDeadline` where it is nil.
  @discardableResult
  public func query(
    _ sql: SQL, deadline: Duration? = nil, file: String = #fileID, line: Int = #line
  ) async throws -> PostgresResult {
    try await run(request(sql, .collected, deadline, file, line))
  }

  /// Runs a script of any number of statements, separated by semicolons, without values. Without a BEGIN in it, it is
  /// one transaction. Returns the command tag of each statement.
  @discardableResult
  public func executeScript(
    _ text: String, deadline: Duration? = nil, file: String = #fileID, line: Int = #line
  ) async throws -> [String] {
    var request = try request(SQL(trusted: text), .collected, deadline, file, line)
    request.values = nil
    return try await channel.collect(request).map(\.commandTag)
  }

  func run(_ request: Request) async throws -> PostgresResult {
    guard let result = try await channel.collect(request).last else {
      throw PostgresError(.misuse, message: "the statement is empty", origin: request.origin)
    }
    return result
  }

  func request(
    _ sql: SQL, _ exchange: SessionMachine.Exchange, _ deadline: Duration?, _ file: String, _ line: Int
  ) throws -> Request {
    let (text, values) = sql.rendered()
    let origin = StatementOrigin(text: text, file: file, line: line)
    // To libpq a NUL is the end.
    guard !text.utf8.contains(0) else {
      throw PostgresError(.misuse, message: "the text contains a NUL", origin: origin)
    }
    // The server's own limit, well within what libpq can count.
    if let size = values.lazy.compactMap(\.bytes?.count).max(), size > 0x3FFF_FFFF {
      throw PostgresError(
        .misuse, message: "expected values of at most 1 GB, found one of \(size) bytes", origin: origin)
    }
    return Request(
      exchange: exchange, origin: origin, values: values, deadline: deadline ?? configuration.statementDeadline)
  }
}

extension Channel {
  /// Begins to listen for the session's end.
  func open() {
    settle()
  }

  /// Runs a request and returns all of its results.
  func collect(_ request: Request) async throws -> [PostgresResult] {
    _ = try await start(request)
    defer { results = [] }
    return results
  }
}
