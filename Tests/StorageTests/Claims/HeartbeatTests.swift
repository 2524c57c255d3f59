import FoundationEssentials
import Storage
import TestSupport
import Testing

@Suite(.migratedDatabase) struct HeartbeatTests {
  private let scratch = ScratchArchive()

  private func expiry(_ number: Int64) async throws -> Int64 {
    try #require(try await scratch.archive.claimState(of: number)?.expiresAt)
  }

  @Test func `a heartbeat extends what is ours, and tells which that is`() async throws {
    let numbers = [try await scratch.append("a"), try await scratch.append("b"), try await scratch.append("c")]
    let ours = try await scratch.claim(only: numbers[0], leaseSeconds: 5).claim
    let stale = try await scratch.claim(only: numbers[1], leaseSeconds: 0).claim
    let others = try await scratch.claim(only: numbers[1], leaseSeconds: 5).claim
    let forged = Claim(
      conversation: numbers[2], epoch: try await scratch.claim(only: numbers[2]).claim.epoch, token: UUID())
    let before = [try await expiry(numbers[0]), try await expiry(numbers[1]), try await expiry(numbers[2])]
    #expect(try await scratch.archive.extend([ours, stale, forged], bySeconds: 3_600) == [numbers[0]])
    #expect(try await expiry(numbers[0]) > before[0] + 3_000_000_000)
    #expect(try await expiry(numbers[1]) == before[1])
    #expect(try await expiry(numbers[2]) == before[2])
    #expect(try await scratch.archive.extend([others], bySeconds: 60) == [numbers[1]])
  }

  @Test func `an expired lease that nobody took may still be extended`() async throws {
    let number = try await scratch.append("a")
    let claim = try await scratch.claim(only: number, leaseSeconds: 0).claim
    #expect(try await scratch.archive.extend([claim], bySeconds: 60) == [number])
    #expect(try await scratch.claim().isEmpty)
  }

  @Test func `what was rolled back is no longer ours`() async throws {
    let number = try await scratch.append("a", messages: 6)
    let first = try await scratch.claim(only: number).claim
    _ = try await scratch.archive.commit([.compacted(first)], in: Commits.context)
    let second = try await scratch.claim(only: number).claim
    _ = try await scratch.archive.rollBack(conversation: number, by: "me", reason: "wrong")
    #expect(try await scratch.archive.extend([second], bySeconds: 60).isEmpty)
  }
}
