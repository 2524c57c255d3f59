import PostgresClient
import TestSupport
import Testing
import Transcripts

/// Everything through PgBouncer in transaction mode, with fewer server sessions than there are clients.
@Suite(.enabled(if: ScratchPooler.isInstalled, "PgBouncer is not installed")) struct PoolerTests {
  @Test func `workers own nothing through a session`() async throws {
    try await Installation.with { site in
      let pooler = try await ScratchPooler.launch(before: site.database.owner, user: "e2e_worker", sessions: 2)
      let worker = site.database.worker.split(separator: " ").filter { !$0.hasPrefix("host=") }.joined(separator: " ")
      site.set("COMPACTOR_DATABASE", to: "host=\(pooler.folder) \(worker)")
      do {
        let keys = (0..<20).map { "k\($0)" }
        try await site.done("import", try site.write(Chats.file(keys, turns: 12), to: "chats.jsonl"))
        try await site.model("--delay-ms", "20")
        try await site.done("apply", try site.write(JobFile.summarizing(limits: "{concurrency: 3}"), to: "job.yaml"))
        let runs = try (0..<3).map { _ in try site.start("run", "summaries") }
        for run in runs {
          let ending = await run.wait()
          #expect(ending.status == 0, "\(ending.errors)")
        }
        #expect(try await site.count("SELECT count(*) FROM compactor.revisions") == keys.count)
        try await site.done("rollback", "k1")
        try await site.done("release", "--all")
        try await site.done("backfill", "summaries", "--yes")
        try await site.done("doctor", "--archive")
      } catch {
        try await pooler.remove()
        throw error
      }
      try await pooler.remove()
    }
  }
}
