import Compaction
import Storage
import TestSupport
import Testing

@Suite(.migratedDatabase) struct OutcomeTests {
  private let scratch = ScratchArchive()

  private func records(_ number: Int64) async throws -> [AuditRecord] {
    try await scratch.archive.auditRecords(AuditQuery(conversation: number, limit: 100))
  }

  @Test func `the same end on the same entries leaves one record, however often`() async throws {
    let number = try await scratch.append("c")
    for _ in 0..<3 {
      let claim = try await scratch.claim(only: number).claim
      #expect(try await scratch.archive.commit([.cannotShrink(claim)], in: Commits.context) == [number])
    }
    #expect(try await records(number).count == 1)
    // It has grown, or a call was paid for, or the policy is another: that is worth a record.
    let grown = try await scratch.claim(only: number).claim
    _ = try await scratch.archive.commit([.cannotShrink(grown, entries: 7)], in: Commits.context)
    #expect(try await records(number).count == 2)
    let paid = try await scratch.claim(only: number).claim
    _ = try await scratch.archive.commit([.cannotShrink(paid, entries: 7, calls: 1)], in: Commits.context)
    #expect(try await records(number).count == 3)
    var context = Commits.context
    context.policy = Array(repeating: 8, count: 32)
    let other = try await scratch.claim(only: number).claim
    _ = try await scratch.archive.commit([.cannotShrink(other, entries: 7)], in: context)
    #expect(try await records(number).count == 4)
  }

  @Test func `an error puts the conversation in quarantine, with its reason`() async throws {
    let number = try await scratch.append("c")
    let claim = try await scratch.claim(only: number).claim
    _ = try await scratch.archive.commit([.error(claim, reason: "position 2: found no JSON")], in: Commits.context)
    #expect(try await scratch.claim().isEmpty)
    let state = try #require(try await scratch.archive.claimState(of: number))
    #expect(state.quarantinedReason == "position 2: found no JSON")
    #expect(try await records(number).map(\.outcome) == ["error"])
    #expect(try await records(number).map(\.reason) == ["position 2: found no JSON"])
  }

  @Test(arguments: Outcome.allCases)
  func `the database takes every outcome`(outcome: Outcome) async throws {
    let number = try await scratch.append("c", messages: 6)
    let claim = try await scratch.claim(only: number).claim
    var commit = Commit.compacted(claim)
    commit.outcome = outcome
    if outcome != .compacted { commit.revision = nil }
    #expect(try await scratch.archive.commit([commit], in: Commits.context) == [number])
    #expect(
      try await scratch.archive.auditRecords(AuditQuery(outcome: outcome, limit: 5)).map(\.conversation) == [number])
  }

  @Test func `readers get the latest live revision, and a shadow is read by nobody`() async throws {
    let number = try await scratch.append("c", messages: 6)
    let shadow = try await scratch.claim(only: number).claim
    _ = try await scratch.archive.commit([.compacted(shadow, isLive: false)], in: Commits.context)
    #expect(try await scratch.archive.revisions(of: [number])[number]?.live == nil)
    #expect(try await scratch.archive.revisions(of: [number])[number]?.highest == 1)
    for revision in Int32(2)...3 {
      let claim = try await scratch.claim(only: number).claim
      _ = try await scratch.archive.commit([.compacted(claim, revision: revision)], in: Commits.context)
    }
    #expect(try await scratch.archive.revisions(of: [number])[number]?.live?.revision == 3)
    #expect(try await scratch.archive.revisions(of: [99]).isEmpty)
  }
}
