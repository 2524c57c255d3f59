import Compaction
import FoundationEssentials
import PostgresClient
import TestSupport
import Testing

@testable import Storage

@Suite(.migratedDatabase) struct DueMarkTests {
  private let scratch = ScratchArchive()

  private func isDue(_ number: Int64) async throws -> Bool {
    try await scratch.count(
      "SELECT count(*) FROM compactor.due WHERE conversation = \(number)") == 1
  }

  @Test func `a new conversation is due, and a look that is over clears the mark`() async throws {
    let number = try await scratch.append("c", messages: 4)
    #expect(try await isDue(number))
    try await scratch.archive.finish([Look(conversation: number, entries: 10, bytes: nil)])
    #expect(try await !isDue(number))
  }

  @Test func `an append sets the mark when the size that was written down is reached, not before`() async throws {
    let number = try await scratch.append("c", messages: 4)
    try await scratch.archive.finish([Look(conversation: number, entries: 7, bytes: nil)])
    try await scratch.append("c", messages: 2)
    #expect(try await !isDue(number))
    try await scratch.append("c", messages: 1)
    #expect(try await isDue(number))
  }

  @Test func `bytes count as well as entries, and neither is never`() async throws {
    let number = try await scratch.append("c", messages: 4)
    let bytes = try await scratch.count("SELECT bytes FROM compactor.conversations")
    try await scratch.archive.finish([Look(conversation: number, entries: nil, bytes: bytes + 1)])
    #expect(try await !isDue(number))
    try await scratch.append("c", messages: 1)
    #expect(try await isDue(number))
    try await scratch.archive.finish([Look(conversation: number, entries: nil, bytes: nil)])
    try await scratch.append("c", messages: 40)
    #expect(try await !isDue(number))
  }

  @Test func `where only time is wanting the mark stays for then, and an append that is enough makes it due at once`()
    async throws
  {
    let number = try await scratch.append("c", messages: 4)
    let later = Int64(4_000_000_000_000_000)
    try await scratch.archive.finish([Look(conversation: number, entries: 6, bytes: nil, at: later)])
    let waits = try await scratch.count(
      "SELECT count(*) FROM compactor.due WHERE conversation = \(number) AND since > now()")
    #expect(waits == 1)
    #expect(try await scratch.archive.hasDue(JobScope(.everything), idleSeconds: 0) == false)
    #expect(try await scratch.archive.status().due == 0)
    try await scratch.append("c", messages: 1)
    #expect(try await scratch.archive.hasDue(JobScope(.everything), idleSeconds: 0) == false)
    try await scratch.append("c", messages: 1)
    #expect(try await scratch.archive.hasDue(JobScope(.everything), idleSeconds: 0))
    // A time that has come needs no append, and one that nobody waits for is forgotten.
    try await scratch.archive.finish([Look(conversation: number, entries: nil, bytes: nil, at: 1_000_000)])
    #expect(try await scratch.archive.hasDue(JobScope(.everything), idleSeconds: 0))
    try await scratch.archive.finish([Look(conversation: number, entries: nil, bytes: nil, at: .max)])
    #expect(try await isDue(number))
    #expect(try await scratch.archive.hasDue(JobScope(.everything), idleSeconds: 0) == false)
    try await scratch.archive.finish([Look(conversation: number, entries: nil, bytes: nil)])
    #expect(try await !isDue(number))
  }

  // MARK: Looks that race appends

  /// Whether an append that reaches the next look leaves its mark, whenever it comes.
  private func keepsMarks(_ finish: (Look) async throws -> Void) async throws -> Bool {
    var isKept = true
    // Claimed with 4 entries, to be looked at again at 6.
    for order in ["append first", "finish first"] {
      let number = try await scratch.append(order, messages: 4)
      let look = Look(conversation: number, entries: 6, bytes: nil)
      if order == "append first" { try await scratch.append(order, messages: 2) }
      try await finish(look)
      if order == "finish first" { try await scratch.append(order, messages: 2) }
      isKept = try await isDue(number) && isKept
    }
    // And one that is under way: its row is locked.
    let number = try await scratch.append("open", messages: 4)
    let writer = try await scratch.database.connect()
    try await writer.query("BEGIN")
    let messages = PostgresJSON(#"[{"role":"user","content":"a"},{"role":"user","content":"b"}]"#)
    try await writer.query("SELECT compactor.append('open', \(messages))")
    try await finish(Look(conversation: number, entries: 6, bytes: nil))
    try await writer.query("COMMIT")
    await writer.close()
    return try await isDue(number) && isKept
  }

  @Test func `a finished look never loses the mark of an append`() async throws {
    #expect(try await keepsMarks { try await scratch.archive.finish([$0]) })
  }

  @Test func `clearing the mark without comparing sizes would lose it`() async throws {
    #expect(
      try await !keepsMarks { look in
        try await scratch.pool.query(
          """
          WITH looked AS (
            UPDATE compactor.conversations SET look_at_entries = \(look.entries.map { Int32($0) })
            WHERE number = (
              SELECT number FROM compactor.conversations WHERE number = \(look.conversation) FOR UPDATE SKIP LOCKED)
            RETURNING number
          )
          DELETE FROM compactor.due USING looked WHERE conversation = number
          """)
      })
  }

  @Test func `many looks and appends at a time lose no mark`() async throws {
    for index in 0..<40 { try await scratch.append("c\(index)", messages: 4) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<40 {
        group.addTask { try await self.scratch.append("c\(index)", messages: 2) }
        group.addTask {
          try await self.scratch.archive.finish([Look(conversation: Int64(index + 1), entries: 6, bytes: nil)])
        }
      }
      try await group.waitForAll()
    }
    #expect(
      try await scratch.count("SELECT count(*) FROM compactor.due") == 40)
  }

  // MARK: What planning says, in the terms of an append

  @Test func `the next look counts all branches, and never comes late`() {
    let claimed = ClaimedConversation(
      claim: Claim(conversation: 3, epoch: 1, token: UUID()), tenant: "default", format: "chatgpt", entries: 20,
      bytes: 5_000, lastPosition: 20, lastAppend: 0, claimedAt: 0, attempts: 1, crashes: 0)
    // 12 of the 20 entries are on the active branch; 30 there are 18 more, whatever branch they come on.
    let look = Look(NextLook(entries: 30, tokens: 900), for: claimed, activeEntries: 12, activeTokens: 700)
    #expect(look == Look(conversation: 3, entries: 38, bytes: 5_200))
    let never = Look(NextLook(), for: claimed, activeEntries: 12, activeTokens: 700)
    #expect(never == Look(conversation: 3, entries: nil, bytes: nil))
    let past = Look(NextLook(entries: 2, tokens: 3), for: claimed, activeEntries: 12, activeTokens: 700)
    #expect(past == Look(conversation: 3, entries: 21, bytes: 5_001), "any append is worth a look")
  }
}
