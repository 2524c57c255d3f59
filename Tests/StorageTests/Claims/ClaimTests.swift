import FoundationEssentials
import PostgresClient
import Storage
import TestSupport
import Testing

@Suite(.migratedDatabase) struct ClaimTests {
  private let scratch = ScratchArchive()

  @Test func `of eight claimers no two get the same conversation`() async throws {
    for index in 0..<60 { try await scratch.append("c\(index)", messages: 2) }
    let claimed = try await withThrowingTaskGroup(of: [Claim].self) { group in
      for _ in 0..<8 {
        group.addTask {
          var mine: [Claim] = []
          let worker = UUID()
          while true {
            // From the start each time, so that they meet on the same rows.
            let batch = try await self.scratch.claim(limit: 3, worker: worker)
            if batch.isEmpty { return mine }
            mine += batch.map(\.claim)
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(claimed.map(\.conversation).sorted() == (1...60).map { Int64($0) })
    #expect(Set(claimed.map(\.token)).count == 60)
    #expect(claimed.allSatisfy { $0.epoch == 1 })
  }

  @Test func `each claim raises the epoch and draws another token`() async throws {
    let number = try await scratch.append("c")
    var claims: [Claim] = []
    for epoch in 1...3 {
      let item = try await scratch.claim(only: number, leaseSeconds: 0)
      #expect(item.claim.epoch == Int64(epoch))
      claims.append(item.claim)
    }
    #expect(Set(claims.map(\.token)).count == 3)
  }

  @Test func `what is leased is passed over until the lease has expired`() async throws {
    let number = try await scratch.append("c")
    let first = try await scratch.claim(only: number)
    #expect(first.attempts == 1 && first.crashes == 0)
    #expect(try await scratch.claim().isEmpty)
    try await scratch.pool.query("UPDATE compactor.claims SET expires_at = now() - interval '1 ms'")
    let second = try await scratch.claim(only: number)
    #expect(second.attempts == 2 && second.crashes == 1, "the attempt before it ended with its worker")
    #expect(second.claim.epoch == first.claim.epoch + 1)
  }

  @Test func `a request whose answer was lost claims anew what it claimed, and nobody else does`() async throws {
    for index in 0..<4 { try await scratch.append("c\(index)") }
    var request = ClaimRequest(
      scope: .all, job: JobScope(.everything), limit: 2, run: 1, worker: UUID(), leaseSeconds: 60)
    let lost = try await scratch.archive.claim(request).map(\.claim)
    request.isRepeated = true
    let again = try await scratch.archive.claim(request)
    #expect(again.map(\.claim.conversation) == lost.map(\.conversation))
    #expect(again.allSatisfy { $0.claim.epoch == 2 && $0.crashes == 0 })
    var other = request
    other.run = 2
    #expect(
      try await scratch.archive.claim(other).map(\.claim.conversation) == [3, 4], "another run of the same worker")
    other.worker = UUID()
    #expect(try await scratch.archive.claim(other).isEmpty)
  }

  @Test func `an attempt that is given back is no crash, one that ended well starts the count anew`() async throws {
    let number = try await scratch.append("c")
    let first = try await scratch.claim(only: number)
    try await scratch.archive.release([first.claim], ended: false)
    let second = try await scratch.claim(only: number)
    #expect(second.attempts == 2 && second.crashes == 0)
    try await scratch.archive.release([second.claim], ended: true)
    #expect(try await scratch.claim(only: number).attempts == 1)
  }

  @Test func `only the holder gives a claim back`() async throws {
    let number = try await scratch.append("c")
    let stale = try await scratch.claim(only: number, leaseSeconds: 0).claim
    let ours = try await scratch.claim(only: number).claim
    try await scratch.archive.release([stale], ended: true)
    try await scratch.archive.release(
      [Claim(conversation: number, epoch: ours.epoch, token: UUID())], ended: true)
    #expect(try await scratch.archive.claimState(of: number)?.isClaimed == true)
    try await scratch.archive.release([ours], ended: true)
    #expect(try await scratch.archive.claimState(of: number)?.isClaimed == false)
  }

  @Test func `what is held or quarantined is passed over`() async throws {
    let held = try await scratch.append("held")
    let faulty = try await scratch.append("faulty")
    let free = try await scratch.append("free")
    let claim = try await scratch.claim(only: faulty).claim
    try await scratch.archive.quarantine(claim, reason: "it is broken")
    try await scratch.pool.query(
      "UPDATE compactor.claims SET held_since = now(), held_reason = 'rolled back' WHERE conversation = \(held)")
    #expect(try await scratch.claim().map(\.claim.conversation) == [free])
    #expect(try await scratch.archive.claimState(of: faulty)?.quarantinedReason == "it is broken")
    #expect(try await scratch.archive.status().quarantined == 1)
    #expect(try await scratch.archive.release(conversation: faulty) == 1)
    #expect(try await scratch.claim().map(\.claim.conversation) == [faulty])
  }

  @Test func `a claim tells what the row said, by the database's clock`() async throws {
    let number = try await scratch.append("c", messages: 5, tenant: "acme")
    let item = try await scratch.claim(only: number)
    #expect(item.tenant == "acme" && item.format == "openai")
    #expect(item.entries == 5 && item.lastPosition == 5 && item.bytes > 100)
    #expect(item.lastAppend > 0 && item.claimedAt >= item.lastAppend)
  }

  @Test func `candidates are what would be claimed, and nothing is claimed`() async throws {
    for index in 0..<5 { try await scratch.append("c\(index)") }
    let request = ClaimRequest(
      scope: .all, job: JobScope(.everything), after: 1, through: 4, limit: 2, run: 1, worker: UUID(), leaseSeconds: 60)
    #expect(try await scratch.archive.candidates(request).map(\.claim.conversation) == [2, 3])
    #expect(try await scratch.archive.status().claimed == 0)
    #expect(try await scratch.archive.claim(request).map(\.claim.conversation) == [2, 3])
  }
}
