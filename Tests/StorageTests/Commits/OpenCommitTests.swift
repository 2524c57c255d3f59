import PostgresClient
import Storage
import TestSupport
import Testing

/// A writer is never blocked by a worker: not even by a commit that stays open.
@Suite(.migratedDatabase) struct OpenCommitTests {
  private let scratch = ScratchArchive()

  /// Makes transactions that write a revision wait, just before they commit, for a lock that the caller holds.
  private func holdCommits(_ gate: PostgresConnection) async throws {
    try await gate.executeScript(
      """
      CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_advisory_xact_lock_shared(42); RETURN NULL; END';
      CREATE CONSTRAINT TRIGGER gate AFTER INSERT ON compactor.revisions DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION wait_at_gate();
      """)
    try await gate.query("SELECT pg_advisory_lock(42)")
  }

  private func waiting(_ gate: PostgresConnection) async throws -> Int64 {
    try await gate.query(
      "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = "
        + "(SELECT oid FROM pg_database WHERE datname = current_database())")[0].decode(0)
  }

  @Test func `appends go on while a commit of the same conversation is held open`() async throws {
    let number = try await scratch.append("c", messages: 6)
    let claim = try await scratch.claim(only: number).claim
    let gate = try await scratch.database.connect()
    try await holdCommits(gate)
    async let committed = scratch.archive.commit([.compacted(claim)], in: Commits.context)
    try await waitUntil("the commit is held open") { try await waiting(gate) == 1 }

    // With a deadline: had it to wait for the commit, it would wait for ever.
    let message: SQL = #"SELECT first_position FROM compactor.append('c', '[{"role":"user","content":"more"}]')"#
    let position: Int32 = try await scratch.pool.query(message, deadline: .seconds(20))[0].decode(0)
    #expect(position == 7)
    #expect(try await waiting(gate) == 1, "the commit is still open")
    #expect(try await scratch.count("SELECT count(*) FROM compactor.revisions") == 0)

    try await gate.query("SELECT pg_advisory_unlock(42)")
    #expect(try await committed == [number])
    #expect(
      try await scratch.count("SELECT count(*) FROM compactor.history('c')") == 5, "what came follows the revision")
    await gate.close()
  }

  @Test func `heartbeats of other conversations, and claims, go on too`() async throws {
    let number = try await scratch.append("c", messages: 6)
    let other = try await scratch.append("d", messages: 6)
    try await scratch.append("e", messages: 6)
    let claim = try await scratch.claim(only: number).claim
    let mine = try await scratch.claim(only: other).claim
    let gate = try await scratch.database.connect()
    try await holdCommits(gate)
    async let committed = scratch.archive.commit([.compacted(claim)], in: Commits.context)
    try await waitUntil("the commit is held open") { try await waiting(gate) == 1 }
    #expect(try await scratch.archive.extend([mine], bySeconds: 60) == [other])
    #expect(try await scratch.claim().map(\.claim.conversation) == [3])
    try await gate.query("SELECT pg_advisory_unlock(42)")
    #expect(try await committed == [number])
    await gate.close()
  }
}
