import PostgresClient
import Testing
import Transcripts

@Suite struct ShadowTests {
  @Test func `a shadow run writes revisions, and readers get the originals`() async throws {
    try await Installation.with { site in
      try await site.done("import", try site.write(Chats.file(["a", "b"], turns: 12), to: "chats.jsonl"))
      let job = try site.write(JobFile.window(more: "publish: shadow"), to: "job.yaml")
      #expect(try await site.json("run", job)["outcomes"] == ["compacted": 2])
      #expect(try await site.texts("SELECT DISTINCT state FROM compactor.revisions") == ["shadow"])
      let read = try JSON(parsing: try await site.texts("SELECT compactor.messages('a')::text")[0])
      #expect(read.array == Chats.messages("a", turns: 0..<12))
      #expect(try await site.done("show", "a").contains("not compacted"))
      let written = try await site.written()
      #expect(try await site.json("run", job)["outcomes"] == [:])
      #expect(try await site.written() == written)
      #expect(try await site.done("show", "a").contains("revision 1 is a shadow: readers do not get it; --revision 1"))
      let shadow = try await site.json("show", "a", "--revision", "1")
      #expect(shadow["state"] == "shadow" && shadow["ranges"]?[0]?["disposition"] == "dropped")
      try await site.done("doctor", "--archive")
      #expect(try await site.json("rollback", "--run", "1") == ["rolled_back": 2, "show_earlier": 0, "shadows": 2])
      #expect(try await site.texts("SELECT DISTINCT state FROM compactor.revisions") == ["rolled_back"])
      try await site.done("doctor", "--archive")
    }
  }
}
