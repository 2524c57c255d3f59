import PostgresClient
import Testing
import Transcripts

/// What an operator reads and undoes on the command line.
@Suite struct ReadingBackTests {
  private static let keys = ["a", "b", "c"]

  private func compacted(_ body: (Installation, String) async throws -> Void) async throws {
    try await Installation.with { site in
      try await site.done("import", try site.write(Chats.file(Self.keys, turns: 12), to: "chats.jsonl"))
      try await site.model()
      let job = try site.write(JobFile.summarizing(price: "{input: 3, output: 15}"), to: "job.yaml")
      try await site.done("run", job)
      try await body(site, job)
    }
  }

  @Test func `show tells what became of every entry, and why`() async throws {
    try await compacted { site, _ in
      let text = try await site.done("show", "a")
      for essential in [
        "conversation a, tenant default, format openai", "revision 1 by job summaries, version 1, run 1", "24 entries",
        "22 covered by summarize, revision 1", "+ summary", "history legal", "model   extractive (offline), 1 call,",
        "… 18 more",
      ] { #expect(text.contains(essential), "\(essential)") }
      #expect(!text.contains("question 5:"), "a long range is shortened")
      let full = try await site.done("show", "a", "--full")
      for turn in 0..<12 { #expect(full.contains("question \(turn):")) }

      let json = try await site.json("show", "a")
      #expect(json["revision"] == 1 && json["format"] == "openai")
      let ranges = try #require(json["ranges"]?.array)
      #expect(ranges.map { $0["disposition"]?.string } == ["covered", "kept"])
      #expect(ranges[0]["first"] == 1 && ranges[0]["last"] == 22 && ranges[0]["stage"] == "summarize")
      #expect(json["summary"]?.string?.isEmpty == false)

      let unknown = try await site.compactor("show", "nobody")
      #expect(unknown.status == 2)
      #expect(unknown.errors == "compactor: found no conversation 'nobody'\n")
    }
  }

  @Test func `audit and status give an account of every attempt`() async throws {
    try await compacted { site, job in
      let table = try await site.done("audit")
      #expect(table.split(separator: "\n").count == 5, "headings, a rule, and a line a conversation")
      #expect(table.contains("compacted") && table.contains(" → "))
      let records = try await site.done("audit", "--json").split(separator: "\n").map {
        try JSON(parsing: Array($0.utf8))
      }
      #expect(Set(records.map { $0["conversation"]?.string }) == Set(Self.keys))
      for record in records {
        #expect(record["outcome"] == "compacted" && record["provider"] == "offline" && record["model"] == "extractive")
        #expect(record["tokens_after"]!.int! < record["tokens_before"]!.int!)
        #expect(record["cost_usd"]!.double! > 0)
      }
      #expect(try await site.done("audit", "b", "--json").split(separator: "\n").count == 1)
      #expect(try await site.done("audit", "--outcome", "error") == "no audit records\n")
      let mistake = try await site.compactor("audit", "--outcome", "compactd")
      #expect(mistake.status == 2)
      #expect(mistake.errors == "compactor: --outcome: found 'compactd', did you mean 'compacted'?\n")

      let status = try await site.json("status")
      #expect(status["conversations"] == 3 && status["compacted"] == 3 && status["due"] == 0 && status["held"] == 0)
      #expect(status["runs"]?[0]?["counts"]?["compacted"] == 3)
      #expect(status["runs"]?[0]?["state"] == "finished")
      let text = try await site.done("status")
      #expect(text.contains("conversations  3, 3 compacted") && text.contains("summaries"))
    }
  }

  @Test func `a conversation is rolled back, held, and compacted again once released`() async throws {
    try await compacted { site, job in
      let original = Chats.messages("a", turns: 0..<12)
      func read() async throws -> [JSON]? {
        try JSON(parsing: try await site.texts("SELECT compactor.messages('a')::text")[0]).array
      }
      #expect(try await read() != original)
      site.set("USER", to: "ann")
      let text = try await site.done("rollback", "a", "--reason", "the summary was wrong")
      #expect(text == "rolled back 1 conversation; readers get the originals. Held until compactor release.\n")
      #expect(try await read() == original)
      #expect(try await site.json("status")["held"] == 1)
      let explained = try await site.done("explain", "a")
      #expect(explained.contains("held") && explained.contains("the summary was wrong"))
      #expect(try await site.json("run", job)["outcomes"] == [:], "it is held")
      let held = try await site.json("explain", "a")
      #expect(held["held"]?["reason"] == "the summary was wrong" && held["job"]?["name"] == "summaries")
      let nothing = "nothing to undo: no revision was found that is not rolled back\n"
      #expect(try await site.done("rollback", "a") == nothing)
      #expect(try await site.json("rollback", "a") == ["rolled_back": 0, "show_earlier": 0, "shadows": 0])
      let shown = try await site.done("show", "a")
      #expect(shown.contains("not compacted") && shown.contains(" UTC by ann: the summary was wrong"), "\(shown)")
      #expect(try await site.done("show", "a", "--revision", "1").contains("22 covered by summarize, revision 1"))
      let numbered = try await site.compactor("show", "a", "--revision", "7")
      #expect(numbered.status == 2 && numbered.errors.contains("no revision 7: it has 1 (rolled_back)"))
      #expect(try await site.done("audit", "a").contains("UTC by ann: the summary was wrong"))
      let record = try JSON(parsing: try await site.done("audit", "a", "--json"))
      #expect(record["rolled_back_by"] == "ann" && record["rolled_back_reason"] == "the summary was wrong")

      #expect(try await site.done("release", "a") == "released 1 conversation\n")
      let again = try await site.json("run", job)
      #expect(again["outcomes"] == ["compacted": 1])
      #expect(again["model_calls"] == 0 && again["reused_results"] == 1, "what was paid for is used again")
      #expect(try await site.json("show", "a")["revision"] == 2)
    }
  }

  @Test func `a whole run is rolled back and released`() async throws {
    try await compacted { site, job in
      #expect(try await site.json("rollback", "--run", "1") == ["rolled_back": 3, "show_earlier": 0, "shadows": 0])
      for words in [
        ["rollback", "--run", "99"], ["release", "--run", "99"], ["audit", "--run", "99"],
        ["audit", "--job", "summries"], ["rollback", "nobody"],
      ] {
        let refused = await (try site.start(words)).wait()
        #expect(refused.status == 2 && refused.errors.contains("found no "), "\(words): \(refused.errors)")
      }
      #expect(try await site.count("SELECT count(*) FROM compactor.revisions WHERE state = 'live'") == 0)
      #expect(try await site.json("release", "--all") == ["released": 3])
      #expect(try await site.json("run", job)["outcomes"] == ["compacted": 3])
      for words in [["rollback"], ["rollback", "a", "--run", "1"], ["release"], ["release", "a", "--all"]] {
        #expect(await (try site.start(words)).wait().status == 2, "\(words)")
      }
      let examined = try await site.json("doctor", "--archive")
      #expect(examined["faults"] == 0 && examined["findings"]!.array!.allSatisfy { $0["holds"] == true })
      #expect(try await site.done("doctor", "--archive").hasSuffix("\nEverything is in order.\n"))
    }
  }

  @Test func `what is printed as a conversation's name is taken as one`() async throws {
    try await Installation.with { site in
      let chats = try site.write(Chats.file(["a", "x/y"], turns: 12), to: "chats.jsonl")
      try await site.done("import", chats, "--tenant", "acme/eu")
      try await site.done("run", try site.write(JobFile.window(), to: "job.yaml"))
      let records = try await site.done("audit")
      for name in ["acme/eu/a", "acme/eu/x/y"] {
        #expect(records.contains(" \(name) "), "\(records)")
        #expect(try await site.json("show", name)["tenant"] == "acme/eu")
      }
      #expect(try await site.json("explain", "x/y")["conversation"] == "x/y")
      // What can be read in two ways is not guessed at.
      try await site.done(
        "import", try site.write(Chats.file(["eu/a"], turns: 1), to: "other.jsonl"), "--tenant", "acme")
      let unclear = try await site.compactor("show", "acme/eu/a")
      #expect(unclear.status == 2)
      #expect(
        unclear.errors == "compactor: 'acme/eu/a' may mean 'eu/a' of tenant 'acme', 'a' of tenant 'acme/eu': say which "
          + "with --tenant\n")
      #expect(try await site.json("show", "a", "--tenant", "acme/eu")["number"] == 1)
      #expect(try await site.json("show", "3", "--number")["conversation"] == "eu/a")
      for word in ["99", "a"] { #expect(try await site.compactor("show", word, "--number").status == 2) }
    }
  }
}
