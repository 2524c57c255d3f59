import FoundationEssentials
import HTTPTransport
import PostgresClient
import Testing
import Transcripts

/// Which job gets which conversations, and how an operator sees and changes it.
@Suite struct JobListTests {
  private func install(_ body: (Installation) async throws -> Void) async throws {
    try await Installation.with { site in
      try await site.done("import", try site.write(Chats.file(["a", "b"], turns: 12), to: "chats.jsonl"))
      try await site.done("apply", try site.write(JobFile.window("first"), to: "first.yaml"))
      try await body(site)
    }
  }

  @Test func `a job that others leave nothing is warned of, listed, moved and removed`() async throws {
    try await install { site in
      let second = try site.write(JobFile.window("second"), to: "second.yaml")
      let applied = try await site.done("apply", second)
      #expect(applied.contains("Warning: nothing is left for it, since first, which comes first"), "\(applied)")
      let plan = try await site.done("plan", "second")
      #expect(plan.contains("2 of the 2 conversations that it selects belong to jobs before it: first (2)"), "\(plan)")
      let listed = try await site.json("jobs", "--conversations")
      #expect(listed["jobs"]?.array?.map { $0["name"]?.string } == ["first", "second"])
      #expect(listed["jobs"]?[0]?["due"] == 2 && listed["jobs"]?[1]?["due"] == 0)
      #expect(listed["jobs"]?[1]?["selected"] == 2 && listed["jobs"]?[1]?["own"] == 0)
      #expect(listed["due_of_no_job"] == 0)

      #expect(try await site.done("move", "second", "--first") == "the order is now: second, first\n")
      #expect(try await site.json("plan", "second")["nothing_to_do"] == .null)
      #expect(try await site.json("plan", "first")["nothing_to_do"]?["own"] == 0)
      for words in [["move", "second"], ["move", "second", "--first", "--last"]] {
        #expect(await (try site.start(words)).wait().status == 2)
      }
      let misspelled = try await site.compactor("move", "second", "--before", "frst")
      #expect(misspelled.status == 2 && misspelled.errors.contains("did you mean 'first'?"), "\(misspelled.errors)")

      try await site.done("remove", "second")
      #expect(try await site.compactor("remove", "second").status == 2)
      #expect(try await site.compactor("run", "second").status == 2)
      let table = try await site.done("jobs")
      #expect(table.contains("first") && !table.contains("second"))
      #expect(try await site.json("run", "first")["outcomes"] == ["compacted": 2])
    }
  }

  @Test func `a paused job is not run, leaves what it selects to the others, and everything says so`() async throws {
    try await install { site in
      try await site.done("pause", "first")
      #expect(try await site.json("jobs")["due_of_no_job"] == 2)
      for words in [
        ["run", "first"], ["run", site.folder.appending(path: "first.yaml").path], ["backfill", "first"],
      ] {
        let refused = try await site.start(words).wait()
        #expect(refused.status == 2 && refused.errors.contains("compactor resume first"), "\(refused.errors)")
      }
      #expect(try await site.count("SELECT count(*) FROM compactor.runs") == 0)
      #expect(try await site.done("plan", "first").contains("the job is paused"))
      let alone = try await site.done("explain", "a")
      #expect(
        alone.contains("first selects it: compactor resume first") && alone.contains("nobody works on it"), "\(alone)")

      try await site.done("apply", try site.write(JobFile.window("second"), to: "second.yaml"))
      let explained = try await site.done("explain", "a")
      #expect(explained.contains("first selects it and would come first") && explained.contains("job      second,"))
      let json = try await site.json("explain", "a")
      #expect(json["paused_jobs"] == ["first"] && json["job"]?["name"] == "second")
      let listed = try await site.json("jobs")
      #expect(listed["jobs"]?[0]?["due"] == .null && listed["jobs"]?[1]?["due"] == 2, "counted once")
      let (tool, url) = try await EndpointTests.serve(site, "--poll", "3600")
      let due = try await HTTP.get(url + "/metrics").body.split(separator: "\n").filter {
        $0.hasPrefix("transcript_compactor_due_conversations{")
      }
      #expect(due.contains(#"transcript_compactor_due_conversations{job_name="first"} 0.0"#), "\(due)")
      tool.send(15)
      _ = await tool.wait()
      try await site.done("resume", "first")
      #expect(try await site.json("jobs")["jobs"]?[1]?["due"] == 0)
    }
  }

  @Test func `a run or backfill of nothing says why, and a backfill then asks nobody`() async throws {
    try await install { site in
      let none = try site.write(
        JobFile.window("elsewhere", more: "select: {metadata: {channel: none}}"), to: "none.yaml")
      let planned = try await site.json("plan", none)
      #expect(planned["nothing_to_do"]?["selected"] == 0 && planned["nothing_to_do"]?["conversations"] == 2)
      let backfill = try await site.done("backfill", none)
      #expect(backfill.contains("matches none of the 2 conversations") && backfill.hasSuffix("nothing was done\n"))
      #expect(try await site.texts("SELECT name FROM compactor.jobs") == ["first"], "nothing was registered for it")
      try await site.done("run", "first")
      let again = try await site.done("run", "first")
      #expect(again.contains("none of its 2 conversations is due"), "\(again)")
      #expect(!again.contains("belongs to the first job"))
      #expect(try await site.json("run", "first")["nothing_to_do"]?["own"] == 2)
      try await site.done("apply", none)
      #expect(try await site.done("run", "elsewhere").contains("matches none"), "first selects other conversations")
    }
  }

  @Test func `a plain run cannot be resumed or paused, and one that is not there is named`() async throws {
    try await install { site in
      let slow = try await site.model("--fault", "stall")
      try await site.done("remove", "first")
      let worker = try site.start(
        "run", try site.write(JobFile.summarizing("slow"), to: "slow.yaml"), "--grace", "0")
      try await waitUntil("it is at work") { try await slow.requests > 0 }
      for (word, what) in [("resume", "nothing to go on with"), ("pause", "could not be resumed")] {
        let refused = try await site.compactor(word, "1")
        #expect(refused.status == 2 && refused.errors.contains(what), "\(refused.errors)")
      }
      #expect(try await site.texts("SELECT state FROM compactor.runs") == ["running"])
      let busy = try await site.compactor("remove", "slow")
      #expect(busy.status == 2 && busy.errors.contains("compactor cancel 1 ends it"))
      let missing = try await site.compactor("cancel", "99")
      #expect(
        missing.status == 2 && missing.errors == "compactor: found no run 99: compactor status lists the latest\n")
      try await site.done("cancel", "1")
      #expect(await worker.wait().status == 4)
    }
  }
}
