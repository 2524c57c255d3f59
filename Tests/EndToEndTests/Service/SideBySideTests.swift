import Glibc
import PostgresClient
import Testing
import Transcripts

/// Several jobs in one process of `compactor serve`.
@Suite struct SideBySideTests {
  /// A job whose model lets it wait for minutes, registered first, and one that needs no model.
  private func slowAndQuick(_ site: Installation) async throws {
    try await site.done("import", "--tenant", "t", try site.write(Chats.file(["a", "b"], turns: 12), to: "a.jsonl"))
    try await site.done("import", "--tenant", "u", try site.write(Chats.file(["c"], turns: 12), to: "b.jsonl"))
    let slow = JobFile.summarizing("slow", more: "select: {tenants: {only: [t]}}")
    let quick = JobFile.window("quick", more: "select: {tenants: {only: [u]}}")
    try await site.done("apply", try site.write(slow, to: "slow.yaml"))
    try await site.done("apply", try site.write(quick, to: "quick.yaml"))
  }

  @Test func `a job whose model is slow keeps no other from its run, and each has one run at a time`() async throws {
    try await Installation.with { site in
      try await slowAndQuick(site)
      let model = try await site.model("--delay-ms", "600000")
      let (tool, url) = try await EndpointTests.serve(site, "--grace", "1")
      try await waitUntil("the model is asked") { try await model.requests == 2 }
      try await waitUntil("the other job's run has ended") {
        try await site.count("SELECT count(*) FROM compactor.runs WHERE job = 'quick' AND state = 'finished'") == 1
      }
      #expect(try await site.count("SELECT count(*) FROM compactor.revisions WHERE conversation = 3") == 1)
      #expect(try await site.texts("SELECT state FROM compactor.runs WHERE job = 'slow'") == ["running"])

      // The gauge is that of all runs: those of the slow one are in hand, those of the quick one are not any more.
      try await waitUntil("the gauge tells of both claims") {
        try await HTTP.get(url + "/metrics").body.contains("\ntranscript_compactor_claims_held 2.0\n")
      }
      try await site.pool.query("SELECT compactor.append('c', '[]', '{\"tenant\": \"u\"}')")
      try await site.pool.query(
        "INSERT INTO compactor.due SELECT number, now() FROM compactor.conversations WHERE key = 'c'")
      try await waitUntil("the quick job has run again") {
        try await site.count("SELECT count(*) FROM compactor.runs WHERE job = 'quick' AND state = 'finished'") == 2
      }
      #expect(try await site.count("SELECT count(*) FROM compactor.runs WHERE job = 'slow'") == 1)

      tool.send(SIGTERM)
      #expect(await tool.wait().status == 0)
      #expect(try await site.count("SELECT count(*) FROM compactor.claims WHERE token IS NOT NULL") == 0)
      #expect(try await site.texts("SELECT state FROM compactor.runs WHERE job = 'slow'") == ["stopped"])
    }
  }

  @Test func `with room for one run the next job waits until it has ended`() async throws {
    try await Installation.with { site in
      try await slowAndQuick(site)
      try await site.model("--delay-ms", "2000")
      let (tool, _) = try await EndpointTests.serve(site, "--runs", "1")
      try await waitUntil("everything is done") { try await site.isIdle() }
      try await waitUntil("the runs have ended") {
        try await site.count("SELECT count(*) FROM compactor.runs WHERE state = 'finished'") == 2
      }
      tool.send(SIGTERM)
      #expect(await tool.wait().status == 0)
      let overlapping: SQL = """
        SELECT count(*) FROM compactor.runs a JOIN compactor.runs b
          ON a.number < b.number AND a.started_at < b.finished_at AND b.started_at < a.finished_at
        """
      #expect(try await site.count(overlapping) == 0)
    }
  }
}
