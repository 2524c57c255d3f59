import Foundation
import PostgresClient
import TestSupport
import Testing
import Transcripts

/// Exports of other programs: imported, compacted, and exported as they were.
@Suite(.enabled(if: TestData.folder != nil, Comment(rawValue: TestData.isMissing))) struct ForeignFormatTests {
  static let files = [
    ("apple-test_transcript", "apple"), ("apple-test_transcript_full", "apple"), ("chatgpt-export", "chatgpt"),
    ("chatgpt-tree", "chatgpt"),
  ]

  @Test func `what was imported is exported, before and after compaction`() async throws {
    try await Installation.with { site in
      let folder = try #require(TestData.folder).appending(path: "exports")
      for (name, format) in Self.files {
        let file = folder.appending(path: name + ".json")
        try await site.done("import", "--tenant", name, file.path)
        let exported = try await site.done("export", "--format", format, "--tenant", name)
        let original = try JSON(parsing: Array(try Data(contentsOf: file)))
        #expect(try JSON(parsing: exported).text == original.text, "\(name)")
      }
      let rows = try await site.originals()
      let job = try site.write(JobFile.window(turns: 1), to: "job.yaml")
      let report = try await site.json("run", job)
      #expect(report["outcomes"]?["compacted"]?.int ?? 0 > 0, "\(report.text)")
      #expect(try await site.originals() == rows)
      for (name, format) in Self.files {
        let file = folder.appending(path: name + ".json")
        let original = try JSON(parsing: Array(try Data(contentsOf: file)))
        let exported = try await site.done("export", "--format", format, "--tenant", name)
        #expect(try JSON(parsing: exported).text == original.text, "\(name)")
        let compacted = try await site.done("export", "--format", format, "--tenant", name, "--compacted")
        #expect(try JSON(parsing: compacted).text.utf8.count <= original.text.utf8.count, "\(name)")
        // What was written can be read again.
        let path = try site.write(compacted, to: "\(name).json")
        try await site.done("import", "--tenant", "\(name), again", "--format", format, path)
      }
      let read = try await site.texts(
        "SELECT compactor.messages(key, json_build_object('tenant', tenant))::text FROM compactor.conversations")
      for text in read {
        #expect(HistoryChecker.violations(in: try JSON(parsing: text).array!).isEmpty, "\(text.prefix(300))")
      }
      try await site.done("doctor", "--archive")
    }
  }
}
