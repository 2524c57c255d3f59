import Glibc
import PostgresClient
import Testing
import Transcripts

@Suite struct ScheduleTests {
  @Test func `of three processes one fires a slot, and a job without one runs when something is due`() async throws {
    try await Installation.with { site in
      try await site.done("import", "--tenant", "t", try site.write(Chats.file(["a", "b"], turns: 12), to: "a.jsonl"))
      try await site.done("import", "--tenant", "u", try site.write(Chats.file(["c"], turns: 12), to: "b.jsonl"))
      let scheduled = JobFile.window(
        "nightly",
        more: """
          select: {tenants: {only: [t]}}
          schedule: {cron: "0 0 1 1 *"}
          """)
      let always = JobFile.window("always", more: "select: {tenants: {only: [u]}}")
      try await site.done("apply", try site.write(scheduled, to: "s.yaml"), try site.write(always, to: "a.yaml"))
      var services: [Tool] = []
      for _ in 0..<3 { services.append(try await EndpointTests.serve(site).tool) }
      try await waitUntil("the job without a schedule has run") {
        try await site.count("SELECT count(*) FROM compactor.revisions") == 1
      }
      #expect(try await site.count("SELECT count(*) FROM compactor.runs WHERE job = 'nightly'") == 0, "its slot is far")

      // As if it had been applied a year ago: the last slot was missed, and is made up for once.
      try await site.pool.query("UPDATE compactor.job_versions SET applied_at = now() - interval '370 days'")
      try await waitUntil("the slot has been fired, and the work is done") { try await site.isIdle() }
      for service in services { service.send(SIGTERM) }
      for service in services { #expect(await service.wait().status == 0) }
      #expect(try await site.texts("SELECT kind FROM compactor.runs WHERE job = 'nightly'") == ["scheduled"])
      #expect(try await site.texts("SELECT state FROM compactor.runs WHERE job = 'nightly'") == ["finished"])
      #expect(try await site.count("SELECT count(*) FROM compactor.revisions") == 3)
    }
  }
}
