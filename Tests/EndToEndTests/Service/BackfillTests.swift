import Glibc
import PostgresClient
import Testing
import Transcripts

@Suite struct BackfillTests {
  private static let keys = (0..<40).map { "k\($0)" }

  /// Chats that were compacted under a policy which is no longer wanted.
  private func prepare(_ site: Installation) async throws -> String {
    try await site.done("import", try site.write(Chats.file(Self.keys, turns: 12), to: "chats.jsonl"))
    try await site.done("run", try site.write(JobFile.window("job", turns: 5), to: "old.yaml"))
    return try site.write(JobFile.summarizing("job", limits: "{concurrency: 2}"), to: "new.yaml")
  }

  private func compacted(_ site: Installation, run: Int) async throws -> Int {
    try await site.count("SELECT count(*) FROM compactor.revisions WHERE run = \(Int64(run))")
  }

  @Test func `a changed policy makes nothing due: a backfill shows its estimate, asks, and applies it`() async throws {
    try await Installation.with { site in
      let job = try await prepare(site)
      try await site.model()
      let applied = try await site.done("apply", job)
      #expect(applied.contains("job: version 2 registered") && applied.contains("compactor backfill job"))
      #expect(try await site.json("run", job)["outcomes"] == [:])

      let unasked = try await site.compactor("backfill", job)
      #expect(unasked.status == 2)
      #expect(unasked.errors.contains("a backfill of job would look at 40 conversations"))
      #expect(unasked.errors.contains("say --yes"))
      #expect(try await site.count("SELECT count(*) FROM compactor.runs WHERE kind = 'backfill'") == 0)

      let report = try await site.json("backfill", job, "--yes")
      #expect(report["outcomes"] == ["compacted": 40])
      let written = try await site.written()
      let second = try await site.json("backfill", job, "--yes")
      #expect(second["outcomes"] == ["unchanged": 40])
      #expect(second["model_calls"] == 0)
      #expect(try await site.written() == written, "a second backfill writes nothing")
      try await site.done("doctor", "--archive")
    }
  }

  @Test func `what does not start registers no version`() async throws {
    try await Installation.with { site in
      let job = try await prepare(site)
      let unanswered = try await site.compactor("backfill", job)
      try await site.model()
      #expect(unanswered.status == 2 && unanswered.errors.contains("would look at 40 conversations"))
      let text = JobFile.summarizing("other").replacing(
        "    name: ", with: "    api_key: {env: NO_SUCH_KEY}\n    name: ")
      #expect(text.contains("NO_SUCH_KEY"))
      let keyless = try await site.compactor("run", try site.write(text, to: "keyless.yaml"))
      #expect(keyless.status == 2 && keyless.errors.contains("NO_SUCH_KEY"), "\(keyless.errors)")
      #expect(try await site.texts("SELECT job || ' ' || version FROM compactor.job_versions") == ["job 1"])
    }
  }

  @Test func `it is paused, goes on where it stopped, and leaves out nobody`() async throws {
    try await Installation.with { site in
      let job = try await prepare(site)
      let slow = try await site.model("--delay-ms", "150")
      let worker = try site.start("backfill", job, "--yes", "--json")
      try await waitUntil("it is at work") { try await slow.requests > 3 }
      try await site.done("pause", "2")
      let paused = await worker.wait()
      #expect(paused.status == 4)
      #expect(try JSON(parsing: paused.output)["reason"] == "paused")
      let done = try await compacted(site, run: 2)
      #expect(done > 0 && done < Self.keys.count)
      #expect(try await site.count("SELECT count(*) FROM compactor.claims WHERE token IS NOT NULL") == 0)
      let cursor = try await site.count("SELECT cursor FROM compactor.runs WHERE number = 2")
      let missed = try await site.count(
        """
        SELECT count(*) FROM compactor.conversations c WHERE c.number <= \(Int64(cursor))
          AND NOT EXISTS (SELECT FROM compactor.revisions r WHERE r.conversation = c.number AND r.run = 2)
        """)
      #expect(missed == 0, "the cursor has passed nobody who was not seen to")

      let report = try await site.json("backfill", job, "--resume", "2")
      #expect(report["run"] == 2 && report["state"] == "finished")
      #expect(try await compacted(site, run: 2) == Self.keys.count)
      #expect(try await slow.requests == Self.keys.count, "nothing was bought twice")
      #expect(try await site.texts("SELECT state FROM compactor.runs WHERE number = 2") == ["finished"])
      let again = try await site.compactor("backfill", job, "--resume", "2")
      #expect(again.status == 2, "it has ended")
    }
  }

  @Test func `it is cancelled for good`() async throws {
    try await Installation.with { site in
      let job = try await prepare(site)
      let slow = try await site.model("--delay-ms", "150")
      let worker = try site.start("backfill", job, "--yes")
      try await waitUntil("it is at work") { try await slow.requests > 3 }
      try await site.done("cancel", "2")
      #expect(await worker.wait().status == 4)
      #expect(try await site.texts("SELECT state FROM compactor.runs WHERE number = 2") == ["cancelled"])
      #expect(try await site.compactor("backfill", job, "--resume", "2").status == 2)
      #expect(try await site.compactor("resume", "2").status == 2)
      #expect(try await site.count("SELECT count(*) FROM compactor.claims WHERE token IS NOT NULL") == 0)
    }
  }

  @Test func `one that was killed is finished by another, those in hand at its death included`() async throws {
    try await Installation.with { site in
      let job = try await prepare(site)
      let slow = try await site.model("--fault", "stall")
      let worker = try site.start("backfill", job, "--yes", "--lease", "5")
      try await waitUntil("it is at work") { try await slow.requests == 2 }
      worker.send(SIGKILL)
      _ = await worker.wait()
      let held = try await site.count("SELECT count(*) FROM compactor.claims WHERE token IS NOT NULL")
      #expect(held >= 2)
      try await site.model()
      // The leases of the dead one have yet to run out.
      let report = try await site.json("backfill", job, "--resume", "2", "--lease", "5")
      #expect(report["outcomes"] == ["compacted": JSON(Self.keys.count)], "\(report.text)")
      #expect(try await compacted(site, run: 2) == Self.keys.count)
      #expect(
        try await site.count("SELECT count(*) FROM compactor.revisions WHERE state = 'live' AND revision = 2")
          == Self.keys.count)
    }
  }

  @Test func `one that is interrupted may be resumed`() async throws {
    try await Installation.with { site in
      let job = try await prepare(site)
      let slow = try await site.model("--delay-ms", "150")
      let worker = try site.start("backfill", job, "--yes")
      try await waitUntil("it is at work") { try await slow.requests > 3 }
      worker.send(SIGTERM)
      #expect(await worker.wait().status == 4)
      #expect(try await site.texts("SELECT state FROM compactor.runs WHERE number = 2") == ["paused"])
      try await site.done("backfill", job, "--resume", "2")
      #expect(try await compacted(site, run: 2) == Self.keys.count)
      #expect(try await slow.requests == Self.keys.count)
    }
  }
}
