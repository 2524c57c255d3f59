import Foundation
import PostgresClient
import TestSupport
import Testing
import Transcripts

/// Import, and the schema that it needs.
@Suite struct BringingInTests {
  @Test func `what cannot be read stops the import, or is skipped and told with its place`() async throws {
    try await Installation.with { site in
      let lines = [Chats.line("a", turns: 1), #"{"id": "b", "messages": [{"role""#, Chats.line("c", turns: 1)]
      let file = try site.write(lines.joined(separator: "\n"), to: "chats.jsonl")
      let stopped = try await site.compactor("import", file)
      #expect(stopped.status == 1)
      #expect(stopped.errors.contains("\(file): ") && stopped.errors.contains("line 2"), "\(stopped.errors)")
      #expect(try await site.texts("SELECT key FROM compactor.conversations ORDER BY 1") == ["a"])

      let skipped = try await site.compactor("import", file, "--on-error", "skip", "--json")
      #expect(skipped.status == 1, "something could not be read")
      let tally = try JSON(parsing: skipped.output)
      #expect(tally["imported"] == 1 && tally["present"] == 1 && tally["failed"] == 1)
      #expect(try await site.texts("SELECT key FROM compactor.conversations ORDER BY 1") == ["a", "c"])
    }
  }

  @Test func `a conversation that is there is left as it is`() async throws {
    try await Installation.with { site in
      let file = try site.write(Chats.file(["a", "b"], turns: 2), to: "chats.jsonl")
      try await site.done("import", file)
      let rows = try await site.originals()
      let again = try await site.json("import", file)
      #expect(again["imported"] == 0 && again["present"] == 2)
      #expect(try await site.originals() == rows)
      #expect(try await site.json("import", "--tenant", "other", file)["imported"] == 2)
    }
  }

  @Test func `a conversation without messages is imported once, and left as it is then, whatever its format`()
    async throws
  {
    try await Installation.with { site in
      let file = try site.write(#"{"id": "empty", "note": "first", "messages": []}"# + "\n", to: "empty.jsonl")
      #expect(try await site.done("import", file) == "imported 1 conversation, 0 messages, 0 entries\n")
      let row: SQL = "SELECT c::text FROM compactor.conversations c"
      let before = try await site.texts(row)
      let changed = try site.write(#"{"id": "empty", "note": "second", "messages": []}"# + "\n", to: "changed.jsonl")
      for (path, format) in [(file, "openai"), (changed, "openai"), (changed, "anthropic")] {
        let again = try await site.json("import", path, "--format", format, "--metadata", #"{"x": 1}"#)
        #expect(again["imported"] == 0 && again["present"] == 1, "\(path) \(format)")
      }
      #expect(try await site.texts(row) == before)
      #expect(try await site.done("export", "empty").contains("first"))
    }
  }

  @Test func `a conversation that is there with other messages is told of, kept, extended or a stop`() async throws {
    try await Installation.with { site in
      func file(_ lines: [String]) throws -> String {
        try site.write(lines.map { $0 + "\n" }.joined(), to: "chats.jsonl")
      }
      let original = [Chats.line("a", turns: 3), Chats.line("b", turns: 2), Chats.line("c", turns: 2)]
      try await site.done("import", try file(original))
      let rows = try await site.originals()
      // One has more behind what is stored, one less, and one is another.
      let other = Chats.line("b", turns: 2).replacing("depot", with: "store")
      let changed = try file([Chats.line("a", turns: 5), other, Chats.line("c", turns: 1)])

      let told = try await site.compactor("import", changed, "--json")
      #expect(told.status == 1, "nobody said that this is meant")
      let tally = try JSON(parsing: told.output)
      #expect(tally["different"] == 2 && tally["present"] == 1 && tally["imported"] == 0 && tally["failed"] == 0)
      #expect(
        told.errors.contains("conversation 'a' is there already with the first 6 messages of 10"), "\(told.errors)")
      #expect(
        told.errors.contains("conversation 'b' is there already with other messages: found 4 messages (sha256 "),
        "\(told.errors)")
      #expect(try await site.originals() == rows)
      let meant = try await site.compactor("import", changed, "--on-conflict", "keep")
      #expect(meant.status == 0 && meant.output.contains("2 are there with other messages, and left as they are"))
      let stopped = try await site.compactor("import", changed, "--on-conflict", "stop", "--json")
      #expect(stopped.status == 1)
      #expect(try JSON(parsing: stopped.output)["different"] == 1)
      #expect(try await site.compactor("import", changed, "--on-conflict", "replace").status == 2)
      #expect(try await site.originals() == rows)

      let extended = try await site.compactor("import", changed, "--on-conflict", "extend", "--json")
      #expect(extended.status == 1, "b is another still")
      let report = try JSON(parsing: extended.output)
      #expect(report["extended"] == 1 && report["messages"] == 4 && report["different"] == 1 && report["present"] == 1)
      #expect(try await site.done("export", "a") == Chats.line("a", turns: 5) + "\n")
      #expect(try await site.done("export", "b", "c") == original[1] + "\n" + original[2] + "\n")
      #expect(try await site.json("import", try file([Chats.line("a", turns: 5)]))["present"] == 1)
      try await site.done("doctor", "--archive")
    }
  }

  @Test func `a pretty-printed file is named for what it is`() async throws {
    try await Installation.with { site in
      let text = "[\n  {\n    \"id\": \"a\",\n    \"messages\": []\n  }\n]\n"
      let ending = try await site.compactor("import", try site.write(text, to: "pretty.json"), "--json")
      #expect(ending.status == 2)
      let message = try JSON(parsing: ending.output)["error"]?["message"]?.string
      #expect(message?.contains("found an array that goes over several lines") == true, "\(message ?? "")")
      #expect(message?.contains("jq -c '.[]' '") == true)
    }
  }

  @Test func `NUL and lone surrogates are replaced and counted, all else comes back as it was`() async throws {
    try await Installation.with { site in
      let line =
        #"{"id":"odd","extra":{"z":1,"a":1.50},"messages":[{"role":"user","content":"a\u0000b\ud800c\\u0000","n":1e400}]}"#
      let report = try await site.json("import", try site.write(line + "\n", to: "odd.jsonl"))
      #expect(report["replacements"] == 2)
      let expected = line.replacing(#"a\u0000b\ud800c"#, with: #"a\ufffdb\ufffdc"#)
      #expect(try await site.done("export", "odd") == expected + "\n")
    }
  }

  @Test func `migrate says what is missing, applies it, and has then nothing to do`() async throws {
    try await Installation.with { site in
      let empty = try await ScratchDatabase.create()
      let connection = "\(empty.server.connectionString) dbname=\(empty.name)"
      let words = [
        "migrate", "--database", connection, "--migrations", packageRoot().appending(path: "migrations").path,
      ]
      let missing = try await site.start(words + ["--check"]).wait()
      #expect(missing.status == 1 && missing.output.contains("missing: 1 foundation"))
      let early = try await site.start(["status", "--database", connection]).wait()
      #expect(early.status == 1 && early.errors.contains("run compactor migrate"))
      #expect(await (try site.start(words)).wait().status == 0)
      let checked = try await site.start(words + ["--check"]).wait()
      #expect(checked.status == 0 && checked.output.hasPrefix("The schema is up to date"))
      try await site.done(["doctor", "--database", connection])
      try await empty.drop()
    }
  }
}
