import PostgresClient
import TestSupport
import Testing
import Transcripts

/// A session on the test's database that calls the SQL functions.
struct Session {
  let connection: PostgresConnection

  init() async throws { connection = try await ScratchDatabase.current.connect() }

  /// A session on a database that tests share, each with a conversation of its own.
  static var shared: Session {
    get async throws { Session(connection: try await sharedDatabase.value.connect()) }
  }

  private static let sharedDatabase = Task.detached { try await ScratchDatabase.createMigrated() }

  private init(connection: PostgresConnection) { self.connection = connection }

  /// A name that no other test uses.
  static func newKey() -> String { "conversation-\(UInt64.random(in: 0 ... .max))" }

  struct Appended: Equatable {
    var first: Int32
    var last: Int32
    var length: Int32
    var replaced: Int32
    var repeated: Bool
  }

  @discardableResult
  func append(_ conversation: String?, _ messages: String?, _ options: String = "{}") async throws -> Appended {
    let row = try await connection.query(
      """
      SELECT first_position, last_position, length, replaced, repeated
      FROM compactor.append(
        \(conversation), \(messages.map { PostgresJSON($0) }), \(PostgresJSON(options)))
      """)[0]
    let values = try row.values(Int32.self, Int32.self, Int32.self, Int32.self, Bool.self)
    return Appended(first: values.0, last: values.1, length: values.2, replaced: values.3, repeated: values.4)
  }

  func messages(_ conversation: String, _ options: String = "{}") async throws -> String? {
    try await text("SELECT compactor.messages(\(conversation), \(PostgresJSON(options)))::text")
  }

  /// The one value of a statement that returns text.
  func text(_ sql: SQL) async throws -> String? {
    try await connection.query(sql)[0].decode(0, as: String?.self)
  }

  func texts(_ sql: SQL) async throws -> [String] {
    try await connection.query(sql).map { try $0.decode(0) }
  }

  func number(_ sql: SQL) async throws -> Int64 {
    try await connection.query(sql)[0].decode(0)
  }

  func run(_ sql: SQL) async throws { try await connection.query(sql) }
}

/// What the server says against a statement.
func refusal(_ body: () async throws -> Void) async throws -> PostgresReport {
  do {
    try await body()
  } catch let error as PostgresError {
    return try #require(error.report)
  }
  Issue.record("nothing was refused")
  throw CancellationError()
}

/// Asks again and again, for a minute at most.
func waitUntil(_ what: Comment, _ condition: () async throws -> Bool) async throws {
  let end = ContinuousClock.now + .seconds(60)
  while try await !condition() {
    try #require(ContinuousClock.now < end, what)
    await Task.yield()
  }
}
