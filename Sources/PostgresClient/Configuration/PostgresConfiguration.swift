/// How to reach a database: a libpq connection string or URI, and what this client adds to it.
///
/// Everything that libpq reads applies: its `PG…` environment variables, the password and service files. What the
/// string leaves open gets these defaults: `target_session_attrs=read-write` (a standby is passed over), keepalives
/// after 30 s, three of them 10 s apart, `tcp_user_timeout` 30 s. The encoding is always UTF-8.
public struct PostgresConfiguration: Sendable {
  /// `host=… dbname=…` or `postgresql://…`. May contain a password: print `description` instead.
  public var connectionString: String
  /// Shown in `pg_stat_activity` unless the connection string names another.
  public var applicationName: String
  /// How long one host may take to accept a connection. libpq counts whole seconds and at least two.
  public var connectDeadline: Duration
  /// How long the server may take to answer one statement, where a call says nothing else. The connection is closed
  /// when it passes.
  public var statementDeadline: Duration
  /// Whether a server that takes no writes, a standby say, is passed over, where the connection string says nothing.
  public var needsWrites = true
  /// Called for each NOTICE and WARNING, on the event thread: it must not block. Those that come while connecting,
  /// libpq prints to standard error.
  public var onNotice: @Sendable (PostgresReport) -> Void

  public init(
    _ connectionString: String, applicationName: String = "transcript-compactor",
    connectDeadline: Duration = .seconds(10), statementDeadline: Duration = .seconds(60),
    onNotice: @escaping @Sendable (PostgresReport) -> Void = { _ in }
  ) {
    self.connectionString = connectionString
    self.applicationName = applicationName
    self.connectDeadline = connectDeadline
    self.statementDeadline = statementDeadline
    self.onNotice = onNotice
  }

  /// The keywords for `PQconnectdbParams`, in order: libpq takes the last value of a keyword, and puts the connection
  /// string's own in place of `dbname`.
  var keywords: [(name: String, value: String)] {
    [
      ("fallback_application_name", applicationName),
      ("target_session_attrs", needsWrites ? "read-write" : "any"),
      ("keepalives_idle", "30"),
      ("keepalives_interval", "10"),
      ("keepalives_count", "3"),
      ("tcp_user_timeout", "30000"),
      ("connect_timeout", String(max(2, Int(connectDeadline.components.seconds)))),
      ("dbname", connectionString),
      ("client_encoding", "UTF8"),
    ]
  }
}
