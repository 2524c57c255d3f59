import Foundation
import PostgresClient
import TestSupport
import Testing

/// The files of `migrations/`, and what is written about them.
struct MigrationTests {
  @Test func `files are numbered without gaps`() throws {
    for (index, file) in try ScratchDatabase.migrations().enumerated() {
      let number = String(format: "%04d_", index + 1)
      #expect(file.name.hasPrefix(number) && file.name.hasSuffix(".sql"))
    }
  }

  @Test func `no file ends its transaction`() throws {
    for file in try ScratchDatabase.migrations() {
      let statements = file.sql.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces).uppercased() }
      #expect(
        !statements.contains { $0.hasPrefix("BEGIN;") || $0.hasPrefix("COMMIT") || $0.hasPrefix("ROLLBACK") },
        "\(file.name)")
    }
  }

  @Test(.migratedDatabase)
  func `everything belongs to the owner, and tables are described`() async throws {
    let session = try await Session()
    let inSchema = "n.nspname = 'compactor'"
    #expect(
      try await session.texts(
        """
        SELECT c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE \(SQL(trusted: inSchema)) AND c.relowner <> 'compactor_owner'::regrole
        UNION ALL
        SELECT p.proname::text FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
        WHERE \(SQL(trusted: inSchema)) AND p.proowner <> 'compactor_owner'::regrole
        """) == [])
    let tables = try await session.texts(
      """
      SELECT c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE \(SQL(trusted: inSchema)) AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      """)
    #expect(tables.count > 15)
    let page = try String(contentsOf: Self.root.appending(path: "docs/database.md"), encoding: .utf8)
    for table in tables {
      #expect(
        try await session.text("SELECT obj_description(\("compactor.\(table)")::text::regclass)") != nil, "\(table)")
      #expect(page.contains("`\(table)`"), "docs/database.md says nothing of \(table)")
    }
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Where the database is someone else's service, there is no superuser.
  @Test(.scratchDatabase)
  func `who may create roles and schemas can migrate`() async throws {
    let session = try await Session()
    let name = ScratchDatabase.current.name
    let user = SQL.Identifier("admin_\(name)")
    try await session.run("CREATE ROLE \(user) LOGIN CREATEROLE")
    try await session.run("GRANT CREATE ON DATABASE \(SQL.Identifier(name)) TO \(user)")
    try await session.run("SET SESSION AUTHORIZATION \(user)")
    try await ScratchDatabase.applyMigrations(session.connection)
    try await session.append("c", #"[{"role":"user","content":"x"}]"#)
    try await session.run("RESET SESSION AUTHORIZATION")
    #expect(try await session.number("SELECT count(*) FROM compactor.entries") == 1)
    try await session.run("DROP OWNED BY \(user)")
    try await session.run("DROP ROLE \(user)")
  }

  @Test(.migratedDatabase)
  func `entries go to sixteen partitions, and one conversation to one`() async throws {
    let session = try await Session()
    for number in 0..<64 {
      try await session.append("c\(number)", #"[{"role":"user","content":"x"},{"role":"user","content":"y"}]"#)
    }
    #expect(
      try await session.number(
        "SELECT max(n) FROM (SELECT count(DISTINCT tableoid) AS n FROM compactor.entries GROUP BY conversation) AS t")
        == 1)
    #expect(try await session.number("SELECT count(DISTINCT tableoid) FROM compactor.entries") > 8)
  }

  /// Counters change with every append: no index may stand in the way of HOT updates.
  @Test(.migratedDatabase)
  func `no index is made of what an append or a claim changes`() async throws {
    let session = try await Session()
    #expect(
      try await session.texts(
        """
        SELECT c.relname || '.' || a.attname
        FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
        JOIN pg_attribute a ON a.attrelid = c.oid AND (a.attnum = ANY (i.indkey)
          OR pg_get_expr(i.indpred, i.indrelid) LIKE '%' || a.attname || '%')
        WHERE n.nspname = 'compactor' AND (c.relname, a.attname) IN (
          ('conversations', 'entries'), ('conversations', 'messages'), ('conversations', 'bytes'),
          ('conversations', 'last_position'), ('conversations', 'last_message'), ('conversations', 'last_appended_at'),
          ('claims', 'epoch'), ('claims', 'token'), ('claims', 'worker'), ('claims', 'run'), ('claims', 'claimed_at'),
          ('claims', 'expires_at'), ('claims', 'attempts'), ('claims', 'crashes'))
        """) == [])
  }
}
