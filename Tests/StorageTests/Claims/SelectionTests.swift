import PostgresClient
import Storage
import TestSupport
import Testing

@Suite(.migratedDatabase) struct SelectionTests {
  private let scratch = ScratchArchive()

  private func fill() async throws {
    try await scratch.append("1", tenant: "acme", metadata: #"{"channel":"support","tier":1}"#)
    try await scratch.append("2", tenant: "acme", metadata: #"{"channel":"sales"}"#)
    try await scratch.append("3", tenant: "bank", metadata: #"{"channel":"support"}"#)
    try await scratch.append("4", tenant: "default", metadata: "{}")
  }

  private func claimed(_ job: JobScope) async throws -> [Int64] {
    let items = try await scratch.claim(job: job)
    try await scratch.archive.release(items.map(\.claim), ended: true)
    return items.map(\.claim.conversation)
  }

  @Test func `a job claims what it selects`() async throws {
    try await fill()
    let cases: [(ConversationFilter, [Int64])] = [
      (.everything, [1, 2, 3, 4]), (ConversationFilter(tenants: .only(["acme"])), [1, 2]),
      (ConversationFilter(tenants: .except(["acme", "bank"])), [4]),
      (ConversationFilter(tenants: .except([])), [1, 2, 3, 4]),
      (ConversationFilter(tenants: .only([])), []), (ConversationFilter(metadata: #"{"channel":"support"}"#), [1, 3]),
      (ConversationFilter(metadata: #"{"channel":"support","tier":1}"#), [1]),
      (ConversationFilter(tenants: .only(["bank"]), metadata: #"{"channel":"support"}"#), [3]),
      (ConversationFilter(metadata: #"{"tier":"1"}"#), []),
    ]
    for (filter, numbers) in cases {
      #expect(try await claimed(JobScope(filter)) == numbers, "\(filter)")
      #expect(try await scratch.archive.count(of: JobScope(filter)) == Int64(numbers.count), "\(filter)")
      #expect(
        try await scratch.archive.conversations(in: filter, after: 0, limit: 10).map(\.number) == numbers, "\(filter)")
    }
  }

  @Test func `a conversation belongs to the first job that selects it`() async throws {
    try await fill()
    let acme = ConversationFilter(tenants: .only(["acme"]))
    let support = ConversationFilter(metadata: #"{"channel":"support"}"#)
    let jobs = [
      JobScope(acme), JobScope(support, earlier: [acme]), JobScope(.everything, earlier: [acme, support]),
      JobScope(.everything, earlier: [acme, support, .everything]),
    ]
    let expected: [[Int64]] = [[1, 2], [3], [4], []]
    for (job, numbers) in zip(jobs, expected) {
      #expect(try await claimed(job) == numbers)
      for number in Int64(1)...4 {
        #expect(try await scratch.archive.belongs(number, to: job) == numbers.contains(number))
      }
    }
  }

  @Test func `what is not due, or has had an append just now, is not claimed by a run`() async throws {
    let idle = try await scratch.append("idle")
    let busy = try await scratch.append("busy")
    let looked = try await scratch.append("looked")
    try await scratch.pool.query(
      "UPDATE compactor.conversations SET last_appended_at = now() - interval '10 min' WHERE number = ANY (\([idle, looked]))"
    )
    try await scratch.archive.finish([Look(conversation: looked, entries: 100, bytes: nil)])
    #expect(try await scratch.claim(.due(idleSeconds: 300), leaseSeconds: 0).map(\.claim.conversation) == [idle])
    #expect(try await scratch.claim(.due(idleSeconds: 0), leaseSeconds: 0).map(\.claim.conversation) == [idle, busy])
    #expect(try await scratch.claim(.all).map(\.claim.conversation) == [idle, busy, looked])
  }
}
