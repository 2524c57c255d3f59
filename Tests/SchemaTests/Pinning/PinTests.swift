import PostgresClient
import TestSupport
import Testing

/// `compactor.pin` and `compactor.unpin`, as an application calls them.
@Suite(.migratedDatabase)
struct PinTests {
  private func session() async throws -> Session {
    let session = try await Session()
    try await session.append("c", #"[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]"#)
    try await session.append("c", #"[{"role":"user","content":"x"}]"#, #"{"tenant":"other"}"#)
    return session
  }

  @Test func `pins are counted once, and taken away one by one or all at once`() async throws {
    let session = try await session()
    #expect(try await session.number("SELECT compactor.pin('c', '{1,2,1}')") == 2)
    #expect(try await session.number("SELECT compactor.pin('c', '{2}')") == 0)
    #expect(try await session.number("SELECT compactor.pin('c', '{}')") == 0)
    #expect(try await session.number("SELECT compactor.pin('c', '{1}', '{\"tenant\":\"other\"}')") == 1)
    #expect(try await session.number("SELECT count(*) FROM compactor.pins") == 3)
    #expect(try await session.number("SELECT compactor.unpin('c', '{2,7}')") == 1)
    #expect(try await session.number("SELECT compactor.unpin('c', NULL)") == 1)
    #expect(try await session.number("SELECT count(*) FROM compactor.pins") == 1)
  }

  @Test func `what a pin kept is due again without it`() async throws {
    let session = try await session()
    try await session.run("SELECT compactor.pin('c', '{1}')")
    try await session.run("DELETE FROM compactor.due")
    #expect(try await session.number("SELECT compactor.unpin('c', '{2}')") == 0)
    #expect(try await session.number("SELECT count(*) FROM compactor.due") == 0)
    #expect(try await session.number("SELECT compactor.unpin('c', '{1}')") == 1)
    #expect(try await session.number("SELECT count(*) FROM compactor.due WHERE since <= now()") == 1)
  }

  static let mistakes: [(String, String)] = [
    ("SELECT compactor.pin('d', '{1}')", #"found no conversation "d" of the tenant "default""#),
    ("SELECT compactor.pin('c', '{2,3}')", #"conversation "c": found no entry at position 3"#),
    ("SELECT compactor.pin('c', '{1,NULL}')", #"conversation "c": found no entry at position NULL"#),
    ("SELECT compactor.pin('c', NULL)", #"conversation "c": found no positions, expected an array of them"#),
    (
      "SELECT compactor.unpin('c', '{1}', '{\"tenant\":\"nobody\"}')",
      #"found no conversation "c" of the tenant "nobody""#
    ),
    (
      "SELECT compactor.pin('c', '{1}', '{\"tenat\":\"other\"}')",
      #"options of compactor.pin: found unknown option "tenat""#
    ),
  ]

  @Test func `a mistake says what was found, and pins nothing`() async throws {
    let session = try await session()
    for (statement, message) in Self.mistakes {
      let report = try await refusal { try await session.run(SQL(trusted: statement)) }
      #expect(report.message == message)
    }
    #expect(try await session.number("SELECT count(*) FROM compactor.pins") == 0)
  }

  @Test func `from psql, the role of applications may pin and unpin, and that of readers may not`() async throws {
    _ = try await session()
    #expect(
      try await Psql.run(
        """
        SET ROLE compactor_app;
        SELECT compactor.pin('c', ARRAY[1, 2]);
        SELECT compactor.unpin('c', ARRAY[2]);
        """) == "2\n1\n")
    #expect(
      try await Psql.run(
        """
        SET ROLE compactor_reader;
        DO $$
        BEGIN
          PERFORM compactor.pin('c', ARRAY[1]);
          RAISE 'a reader could pin';
        EXCEPTION WHEN insufficient_privilege THEN
          NULL;
        END
        $$;
        SELECT position FROM compactor.pins;
        """) == "1\n")
  }
}
