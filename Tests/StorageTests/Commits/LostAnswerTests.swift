import PostgresClient
import Storage
import TestSupport
import Testing

/// A connection that breaks while a commit is under way: what took place is found out, not guessed.
@Suite(.migratedDatabase) struct LostAnswerTests {
  private let scratch = ScratchArchive()

  @Test func `a commit whose answer was lost is found by its claim`() async throws {
    let number = try await scratch.append("c", messages: 6)
    let other = try await scratch.append("d", messages: 6)
    let claim = try await scratch.claim(only: number).claim
    let unfinished = try await scratch.claim(only: other).claim
    let proxy = try FaultProxy(to: scratch.database.server)
    defer { proxy.close() }
    let pool = PostgresPool(proxy.configuration(database: scratch.database.name), maximumConnections: 1)
    defer { pool.close() }
    proxy.cut(after: "INSERT INTO compactor.audit_records")
    let error = await #expect(throws: PostgresError.self) {
      try await Archive(pool).commit([.compacted(claim)], in: Commits.context)
    }
    #expect(error?.isConnectionLost == true)
    // The server still got it, and answers nobody.
    try await waitUntil("the server has committed it") {
      try await scratch.archive.committed([claim, unfinished]) == [number]
    }
    // Done again it changes nothing.
    #expect(try await scratch.archive.commit([.compacted(claim)], in: Commits.context).isEmpty)
    #expect(try await scratch.count("SELECT count(*) FROM compactor.revisions") == 1)
  }

  @Test func `a claim with the same epoch and another token is not taken for ours`() async throws {
    let number = try await scratch.append("c", messages: 6)
    var claim = try await scratch.claim(only: number).claim
    _ = try await scratch.archive.commit([.compacted(claim)], in: Commits.context)
    claim.token = try await scratch.claim(only: number).claim.token
    #expect(try await scratch.archive.committed([claim]).isEmpty)
  }
}
