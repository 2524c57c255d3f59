import FoundationEssentials
import PostgresClient
import Storage
import TestSupport
import Testing

/// Shorthands over the archive of the test that runs.
extension ScratchArchive {
  /// Appends plain messages, a user and an assistant in turn; returns the conversation's number.
  @discardableResult
  func append(_ key: String, messages: Int = 4, tenant: String = "default", metadata: String = "{}") async throws
    -> Int64
  {
    let texts = (0..<messages).map { index in
      #"{"role":"\#(index.isMultiple(of: 2) ? "user" : "assistant")","content":"message \#(index)"}"#
    }
    let json = PostgresJSON("[" + texts.joined(separator: ",") + "]")
    let options = PostgresJSON(#"{"tenant":"\#(tenant)","metadata":\#(metadata)}"#)
    try await pool.query("SELECT compactor.append(\(key), \(json), \(options))")
    return try await pool.query("SELECT number FROM compactor.conversations WHERE tenant = \(tenant) AND key = \(key)")[
      0
    ]
    .decode(0)
  }

  /// Registers a job and starts a run of it.
  func startRun(_ job: String = "job", kind: RunKind = .run) async throws -> RunRecord {
    let registration = try await archive.register(
      JobDefinition(name: job, definition: "text of \(job)", policy: "policy", program: "0.1.0"))
    return try #require(try await archive.startRun(job: job, version: registration.version, kind: kind))
  }

  func claim(
    _ scope: ClaimScope = .all, job: JobScope = JobScope(.everything), after: Int64 = 0, limit: Int = 100,
    leaseSeconds: Int = 60, worker: UUID = UUID(), run: Int64 = 1
  ) async throws -> [ClaimedConversation] {
    try await archive.claim(
      ClaimRequest(
        scope: scope, job: job, after: after, limit: limit, run: run, worker: worker, leaseSeconds: leaseSeconds))
  }

  /// Claims exactly this conversation.
  func claim(only number: Int64, leaseSeconds: Int = 60) async throws -> ClaimedConversation {
    let request = ClaimRequest(
      scope: .all, job: JobScope(.everything), after: number - 1, through: number, limit: 1, run: 1, worker: UUID(),
      leaseSeconds: leaseSeconds)
    return try #require(try await archive.claim(request).first)
  }

  func count(_ sql: SQL) async throws -> Int64 { try await pool.query(sql)[0].decode(0) }
}

/// What a worker would commit.
enum Commits {
  static let context = CommitContext(
    run: 1, job: "job", jobVersion: 1, policy: Array(repeating: 7, count: 32), worker: UUID(), tokenizer: "estimate@1")
}

/// Asks again and again, for a minute at most.
func waitUntil(_ what: Comment, _ condition: () async throws -> Bool) async throws {
  let end = ContinuousClock.now + .seconds(60)
  while try await !condition() {
    try #require(ContinuousClock.now < end, what)
    await Task.yield()
  }
}
