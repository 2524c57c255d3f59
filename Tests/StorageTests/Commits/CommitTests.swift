import Compaction
import FoundationEssentials
import PostgresClient
import Storage
import TestSupport
import Testing

@Suite(.migratedDatabase) struct CommitTests {
  private let scratch = ScratchArchive()

  /// Everything that a commit may write, as one number of rows.
  private func written() async throws -> Int64 {
    try await scratch.count(
      """
      SELECT (SELECT count(*) FROM compactor.audit_records) + (SELECT count(*) FROM compactor.revisions)
        + (SELECT count(*) FROM compactor.summaries)
      """)
  }

  @Test func `revision, summary, record and release come together`() async throws {
    let number = try await scratch.append("c", messages: 6)
    let claim = try await scratch.claim(only: number).claim
    let commit = Commit.compacted(claim, summary: "They greeted each other.")
    #expect(try await scratch.archive.commit([commit], in: Commits.context) == [number])

    let stored = try #require(try await scratch.archive.revisions(of: [number])[number])
    #expect(stored.highest == 1)
    let live = try #require(stored.live)
    #expect(live.overlay == commit.revision?.overlay)
    #expect(live.summaryText == "They greeted each other.")
    #expect(live.policy == Commits.context.policy)
    let record = try #require(try await scratch.archive.auditRecords(AuditQuery(conversation: number, limit: 9)).first)
    #expect(record.outcome == "compacted" && record.revision == 1 && record.run == 1 && record.job == "job")
    #expect(record.tokensBefore == 60 && record.tokensAfter == 40)
    let state = try #require(try await scratch.archive.claimState(of: number))
    #expect(!state.isClaimed && state.attempts == 0)
    #expect(try await scratch.archive.checkConsistency().allSatisfy { $0.violations == 0 })
  }

  // MARK: The fence

  /// A commit under a claim that is no longer the conversation's, whatever `commit` is: `true` if nothing was written.
  private func staleCommitWritesNothing(
    _ commit: (Commit, CommitContext) async throws -> Void
  ) async throws -> Bool {
    let number = try await scratch.append("c\(UUID())", messages: 6)
    let stale = try await scratch.claim(only: number, leaseSeconds: 0).claim
    let ours = try await scratch.claim(only: number).claim
    let before = try await written()
    try await commit(.compacted(stale), Commits.context)
    let after = try await written()
    // And the holder is not disturbed by it.
    let extended = try await scratch.archive.extend([ours], bySeconds: 60)
    return after == before && extended == [number]
  }

  @Test func `a commit under an older epoch writes nothing`() async throws {
    #expect(try await staleCommitWritesNothing { _ = try await scratch.archive.commit([$0], in: $1) })
  }

  @Test func `a commit without the check of the epoch would write`() async throws {
    #expect(try await !staleCommitWritesNothing { try await commitWithoutFence($0, $1) })
  }

  /// The wrong way to do it, to show that the property above can fail.
  private func commitWithoutFence(_ commit: Commit, _ context: CommitContext) async throws {
    let revision = try #require(commit.revision)
    try await scratch.pool.query(
      """
      WITH audit AS (
        INSERT INTO compactor.audit_records (
          conversation, epoch, run, started_at, claim_token, worker, revision, outcome, policy)
        VALUES (\(commit.claim.conversation), \(commit.claim.epoch), \(context.run), now(), \(commit.claim.token),
          \(context.worker), \(revision.number), 'compacted', \(context.policy))
        RETURNING number
      ), released AS (
        UPDATE compactor.claims SET token = NULL, expires_at = NULL WHERE conversation = \(commit.claim.conversation)
      )
      INSERT INTO compactor.revisions (
        conversation, audit, published_at, revision, covers_through, covered_entries, tokens_before, tokens_after,
        entries_before, entries_after, state, tokenizer, dialect, verdict, policy, kept)
      SELECT \(commit.claim.conversation), number, now(), \(revision.number), 6, 6, 60, 40, 6, 4, 'live', 'estimate@1',
        'openai', 'legal', \(context.policy), '{[3,6]}'
      FROM audit
      """)
  }

  @Test func `neither does one with a token that is not the claim's`() async throws {
    let number = try await scratch.append("c", messages: 6)
    var claim = try await scratch.claim(only: number).claim
    claim.token = UUID()
    #expect(try await scratch.archive.commit([.compacted(claim)], in: Commits.context).isEmpty)
    #expect(try await written() == 0)
  }

  @Test func `a claim commits once`() async throws {
    let number = try await scratch.append("c", messages: 6)
    let claim = try await scratch.claim(only: number).claim
    #expect(try await scratch.archive.commit([.compacted(claim)], in: Commits.context) == [number])
    #expect(try await scratch.archive.commit([.compacted(claim, revision: 2)], in: Commits.context).isEmpty)
    #expect(try await written() == 2)
  }

  @Test func `of many commits under one claim at a time one is written`() async throws {
    let number = try await scratch.append("c", messages: 6)
    let claim = try await scratch.claim(only: number).claim
    let ours = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask { try await self.scratch.archive.commit([.compacted(claim)], in: Commits.context).count }
      }
      return try await group.reduce(0, +)
    }
    #expect(ours == 1)
    #expect(try await written() == 2)
  }

  @Test func `in a batch what is ours is written and what is not is not`() async throws {
    var claims: [Claim] = []
    for index in 0..<6 {
      let number = try await scratch.append("c\(index)", messages: 6)
      claims.append(try await scratch.claim(only: number, leaseSeconds: 0).claim)
    }
    for index in [1, 4] { _ = try await scratch.claim(only: claims[index].conversation) }
    let ours = try await scratch.archive.commit(claims.map { .compacted($0) }, in: Commits.context)
    #expect(ours == Set([0, 2, 3, 5].map { claims[$0].conversation }))
    #expect(try await written() == 8)
  }
}
