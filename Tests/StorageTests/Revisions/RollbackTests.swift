import Compaction
import PostgresClient
import TestSupport
import Testing

@testable import Storage

@Suite(.migratedDatabase) struct RollbackTests {
  private let scratch = ScratchArchive()

  /// Commits a revision under a fresh claim.
  private func compact(_ number: Int64, revision: Int32, run: Int64 = 1, isLive: Bool = true) async throws {
    let claim = try await scratch.claim(only: number).claim
    var context = Commits.context
    context.run = run
    try #require(
      try await scratch.archive.commit(
        [.compacted(claim, revision: revision, isLive: isLive)], in: context) == [number])
  }

  private func live(_ number: Int64) async throws -> Int32? {
    try await scratch.archive.revisions(of: [number])[number]?.live?.revision
  }

  @Test func `readers get the revision before, then the originals`() async throws {
    let number = try await scratch.append("c", messages: 6)
    try await compact(number, revision: 1)
    try await compact(number, revision: 2)
    let first = try await scratch.archive.rollBack(conversation: number, by: "ann", reason: "wrong")
    #expect(first == Rollback(conversations: 1, showEarlier: 1))
    #expect(try await live(number) == 1)
    let second = try await scratch.archive.rollBack(conversation: number, by: "ann", reason: "wrong")
    #expect(second == Rollback(conversations: 1, showEarlier: 0))
    #expect(try await live(number) == nil)
    #expect(try await scratch.count("SELECT count(*) FROM compactor.history('c')") == 6)
    let third = try await scratch.archive.rollBack(conversation: number, by: "ann", reason: "wrong")
    #expect(third == Rollback(conversations: 0, showEarlier: 0))
    #expect(
      try await scratch.count("SELECT count(*) FROM compactor.revisions WHERE rolled_back_by = 'ann'") == 2)
  }

  @Test func `a shadow is undone by its run, and of a conversation only where nothing is live`() async throws {
    let (one, two) = (try await scratch.append("a", messages: 6), try await scratch.append("b", messages: 6))
    try await compact(one, revision: 1)
    try await compact(one, revision: 2, run: 2, isLive: false)
    try await compact(two, revision: 1, run: 2, isLive: false)
    func states(_ number: Int64) async throws -> [RevisionRecord.State] {
      try await scratch.archive.revisionRecords(of: number).map(\.state)
    }
    let undone = try await scratch.archive.rollBack(run: 2, by: "ann", reason: "no")
    #expect(undone == Rollback(conversations: 2, showEarlier: 1, shadows: 2))
    #expect(try await states(one) == [.live, .rolledBack])
    #expect(try await states(two) == [.rolledBack])
    #expect(try await scratch.archive.release(everything: true) == 2)

    try await compact(one, revision: 3, run: 3, isLive: false)
    let live = try await scratch.archive.rollBack(conversation: one, by: "ann", reason: nil)
    #expect(live == Rollback(conversations: 1, showEarlier: 0, shadows: 0))
    #expect(try await states(one) == [.rolledBack, .rolledBack, .shadow])
    let shadow = try await scratch.archive.rollBack(conversation: one, by: "ann", reason: nil)
    #expect(shadow == Rollback(conversations: 1, showEarlier: 0, shadows: 1))
    #expect(try await states(one) == [.rolledBack, .rolledBack, .rolledBack])
  }

  @Test func `who rolled back and why stands with the revision and its record`() async throws {
    let number = try await scratch.append("c", messages: 6)
    try await compact(number, revision: 1)
    _ = try await scratch.archive.rollBack(conversation: number, by: "ann", reason: "wrong names")
    let record = try #require(try await scratch.archive.auditRecords(AuditQuery(revision: 1, limit: 9)).first)
    #expect(record.rolledBackBy == "ann" && record.rolledBackReason == "wrong names" && record.rolledBackAt != nil)
    #expect(try await scratch.archive.revision(1, of: number)?.revision == 1)
    #expect(try await scratch.archive.revision(2, of: number) == nil)
    #expect(try await live(number) == nil)

    // Nobody is named: the database knows its user.
    _ = try await scratch.archive.release(everything: true)
    try await compact(number, revision: 2)
    _ = try await scratch.archive.rollBack(conversation: number, by: nil, reason: nil)
    let user: String = try await scratch.pool.query("SELECT session_user::text")[0].decode(0)
    #expect(try await scratch.archive.revisionRecords(of: number).last?.rolledBackBy == user)
    #expect(try await scratch.archive.claimState(of: number)?.heldReason == "rolled back by \(user)")
  }

  @Test func `what a worker planned before is refused at its commit`() async throws {
    let number = try await scratch.append("c", messages: 6)
    try await compact(number, revision: 1)
    let planned = try await scratch.claim(only: number).claim
    _ = try await scratch.archive.rollBack(conversation: number, by: "ann", reason: "wrong")
    #expect(try await scratch.archive.commit([.compacted(planned, revision: 2)], in: Commits.context).isEmpty)
    #expect(try await live(number) == nil)
  }

  @Test func `it is held until it is released, and then due`() async throws {
    let number = try await scratch.append("c", messages: 6)
    try await compact(number, revision: 1)
    try await scratch.archive.finish([Look(conversation: number, entries: 50, bytes: nil)])
    _ = try await scratch.archive.rollBack(conversation: number, by: "ann", reason: "summary was wrong")
    #expect(try await scratch.archive.claimState(of: number)?.heldReason == "summary was wrong")
    #expect(try await scratch.claim().isEmpty)
    #expect(try await scratch.archive.release(conversation: 99) == 0)
    #expect(try await scratch.archive.release(conversation: number) == 1)
    #expect(try await scratch.claim(.due(idleSeconds: 0)).map(\.claim.conversation) == [number])
    // The number that was rolled back is not given again.
    #expect(try await scratch.archive.revisions(of: [number])[number]?.highest == 1)
  }

  @Test func `a run is undone as a whole, and nothing else`() async throws {
    let numbers = [
      try await scratch.append("a", messages: 6), try await scratch.append("b", messages: 6),
      try await scratch.append("c", messages: 6),
    ]
    try await compact(numbers[0], revision: 1, run: 1)
    try await compact(numbers[0], revision: 2, run: 2)
    try await compact(numbers[1], revision: 1, run: 2)
    try await compact(numbers[2], revision: 1, run: 1)
    let undone = try await scratch.archive.rollBack(run: 2, by: "ann", reason: "bad run")
    #expect(undone == Rollback(conversations: 2, showEarlier: 1))
    #expect(try await live(numbers[0]) == 1)
    #expect(try await live(numbers[1]) == nil)
    #expect(try await live(numbers[2]) == 1)
    #expect(try await scratch.claim(leaseSeconds: 0).map(\.claim.conversation) == [numbers[2]])
    #expect(try await scratch.archive.release(run: 2) == 2)
    #expect(try await scratch.claim(leaseSeconds: 0).count == 3)
  }

  @Test func `everything that is held or quarantined may be released at once`() async throws {
    for key in ["a", "b", "c"] {
      let number = try await scratch.append(key, messages: 6)
      try await compact(number, revision: 1)
    }
    _ = try await scratch.archive.rollBack(conversation: 1, by: "ann", reason: "x")
    try await scratch.archive.quarantine(try await scratch.claim(only: 2).claim, reason: "y")
    #expect(try await scratch.archive.release(everything: true) == 2)
    #expect(try await scratch.claim().count == 3)
  }
}
