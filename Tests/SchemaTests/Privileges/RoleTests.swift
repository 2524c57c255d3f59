import PostgresClient
import TestSupport
import Testing

/// What each role may do, and what it may not.
@Suite(.migratedDatabase)
struct RoleTests {
  static let table: [(statement: String, allowed: Set<String>)] = [
    ("SELECT compactor.append('c', '[]')", ["app", "worker"]),
    ("SELECT compactor.messages('c')", ["app", "reader", "worker", "retention"]),
    ("SELECT * FROM compactor.history('c')", ["app", "reader", "worker", "retention"]),
    ("SELECT compactor.pin('c', '{1}')", ["app", "worker"]),
    ("SELECT compactor.unpin('c', NULL)", ["app", "worker"]),
    ("SELECT compactor.rendered('[]', 'anthropic')", []),
    ("INSERT INTO compactor.pins (conversation, position) VALUES (1, 1)", ["worker"]),
    (
      "SELECT compactor.reserve_spend(gen_random_uuid(), 'j', 1, gen_random_uuid(), 1, 1, 60, 2, 2)", ["worker"]
    ),
    ("SELECT compactor.openai_entries('[]')", []),
    ("SELECT * FROM compactor.entries", ["reader", "worker", "retention"]),
    ("SELECT * FROM compactor.entries_00", ["reader", "worker", "retention"]),
    ("SELECT * FROM compactor.audit_records", ["reader", "worker", "retention"]),
    (
      "INSERT INTO compactor.entries (conversation, position, message, kind, original, bytes) VALUES (1, 9, 9, 'prompt', '{}', 2)",
      []
    ),
    ("UPDATE compactor.entries SET kind = 'prompt'", []),
    ("UPDATE compactor.entries SET original = NULL, bytes = 0, erased_at = now()", ["retention"]),
    ("DELETE FROM compactor.entries", ["retention"]),
    ("DELETE FROM compactor.entries_00", []),
    ("TRUNCATE compactor.entries", []),
    ("UPDATE compactor.audit_records SET reason = 'x'", []),
    ("DELETE FROM compactor.audit_records", ["retention"]),
    ("UPDATE compactor.revisions SET state = 'rolled_back', rolled_back_at = now()", ["worker"]),
    ("UPDATE compactor.revisions SET kept = '{}'", []),
    ("DELETE FROM compactor.revisions", ["retention"]),
    ("UPDATE compactor.conversations SET look_at_entries = NULL", ["worker"]),
    ("DELETE FROM compactor.due", ["worker", "retention"]),
    ("UPDATE compactor.conversations SET last_position = 0", []),
    ("DELETE FROM compactor.conversations", ["retention"]),
    ("SELECT FROM compactor.claims FOR UPDATE SKIP LOCKED", ["worker", "retention"]),
    ("UPDATE compactor.claims SET epoch = epoch + 1", ["worker", "retention"]),
    ("DELETE FROM compactor.claims", ["retention"]),
    ("INSERT INTO compactor.policies (digest, canonical) VALUES (sha256('p'), 'p')", ["worker"]),
    ("UPDATE compactor.policies SET canonical = 'x'", []),
    ("INSERT INTO compactor.runs (job, job_version, kind) VALUES ('j', 1, 'run')", ["worker"]),
    ("INSERT INTO compactor.header_blocks VALUES (1, 1, 1, 1, 1, 't', '')", ["worker"]),
    ("UPDATE compactor.spend_ledger SET spent = 0", []), ("DELETE FROM compactor.spend_holds", []),
    ("UPDATE compactor.schema_migrations SET name = 'x'", []),
    ("CREATE TABLE compactor.mine ()", []),
  ]

  @Test(arguments: ["app", "reader", "worker", "retention"])
  func `a role may do what its duty asks and no more`(role: String) async throws {
    let session = try await Session()
    try await session.append("c", #"[{"role":"user","content":"x"}]"#)
    try await session.run(StoredRevision(kept: "{[1,1]}", coversThrough: 1).insert)
    try await session.run("INSERT INTO compactor.policies VALUES (sha256('q'), 'q')")
    try await session.connection.executeScript(
      """
      INSERT INTO compactor.jobs (name, ordinal, current_version) VALUES ('j', 1, 1);
      INSERT INTO compactor.job_versions (job, version, policy, definition, program) VALUES ('j', 1, sha256('q'), '', '');
      """)
    try await session.run("SET ROLE \(SQL.Identifier("compactor_\(role)"))")
    for (statement, allowed) in Self.table {
      try await session.run("BEGIN")
      do {
        try await session.run(SQL(trusted: statement))
        #expect(allowed.contains(role), "\(role) could \(statement)")
      } catch let error as PostgresError {
        #expect(error.sqlState == .insufficientPrivilege, "\(error)")
        #expect(!allowed.contains(role), "\(role) could not \(statement)")
      }
      try await session.run("ROLLBACK")
    }
  }

  @Test func `a user of the application's role needs nothing else`() async throws {
    let session = try await Session()
    let user = SQL.Identifier("app_\(ScratchDatabase.current.name)")
    try await session.run("CREATE ROLE \(user) LOGIN IN ROLE compactor_app")
    try await session.run("SET SESSION AUTHORIZATION \(user)")
    // Not fooled by what the caller's search path offers.
    try await session.run("CREATE TEMPORARY TABLE conversations (number bigint)")
    try await session.run("SET search_path = pg_temp, public")
    try await session.append("c", #"[{"role":"user","content":"x"}]"#)
    #expect(try await session.messages("c") == #"[{"role":"user","content":"x"}]"#)
    #expect(try await session.number("SELECT count(*) FROM compactor.history('c')") == 1)
    try await session.run("RESET SESSION AUTHORIZATION")
    try await session.run("DROP OWNED BY \(user)")
    try await session.run("DROP ROLE \(user)")
  }

  @Test func `every function that runs as the owner has a fixed search path`() async throws {
    let session = try await Session()
    let functions = """
      FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = 'compactor' AND prosecdef
      """
    #expect(try await session.number("SELECT count(*) \(SQL(trusted: functions))") == 9)
    #expect(
      try await session.texts(
        """
        SELECT proname::text \(SQL(trusted: functions))
          AND NOT 'search_path=compactor, pg_temp' = ANY (coalesce(proconfig, '{}'))
        """) == [])
  }
}
