import Foundation
import PostgresClient
import TestSupport
import Testing
import Transcripts

/// Real transcripts through every example job: nothing is lost, nothing grows, nothing becomes illegal.
@Suite(.enabled(if: TestData.folder != nil, Comment(rawValue: TestData.isMissing))) struct RealTranscriptTests {
  static let jobs = [
    "agents-evict-tools", "coding-agents", "coding-agents-digest", "mend-and-trim", "nightly-archive", "offline-demo",
    "rolling-window", "service-agents-digest", "support-chats", "window-tokens",
  ]

  @Test func `every example job is tried`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: packageRoot().appending(path: "jobs").path)
    #expect(names.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted() == Self.jobs)
  }

  /// With every file in it, each exported as it was imported.
  private static let imported = Task.detached {
    try await Installation.filled { site in
      let originals = try RealConversations.all.get()
      let paths = try originals.files.map { try site.write($0.text, to: $0.name + ".jsonl") }
      try await site.done(["import", "--metadata", #"{"kind": "agent", "channel": "support"}"#] + paths)
      try await site.age()
      #expect(lines(try await site.done("export")) == originals.lines)
    }
  }

  @Test(arguments: jobs)
  func `imported, compacted and exported`(job: String) async throws {
    try await Installation.with(copyOf: try await Self.imported.value) { site in
      let model = try await site.model()
      let path = try site.exampleJob(job, model: model.url)
      let originals = try RealConversations.all.get()
      let rows = try await site.originals()
      let first = try await site.json("run", path)
      #expect(first["state"] == "finished")
      #expect(first["outcomes"]?["compacted"]?.int ?? 0 > 0, "\(first.text)")
      #expect(try await site.originals() == rows, "every original is still there")
      if job == Self.jobs.first { #expect(Self.lines(try await site.done("export")) == originals.lines) }

      let history = try await site.done("export", "--compacted")
      #expect(Self.lines(history).count == originals.lines.count)
      var exported: [String: String] = [:]
      // What is as it was needs no judge.
      for line in Self.lines(history).subtracting(originals.lines) {
        let conversation = try JSON(parsing: Array(line.utf8))
        let key = try #require(conversation["id"]?.string)
        let messages = try #require(conversation["messages"])
        try #require(originals.byKey[key]).check(messages.array!)
        exported[key] = messages.text
      }
      let read: SQL = """
        SELECT key, compactor.messages(key)::text, compactor.messages(key, '{"summary": "message"}')::text
        FROM compactor.conversations
        WHERE number IN (SELECT conversation FROM compactor.revisions)
        """
      for row in try await site.pool.query(read) {
        let (key, merged, plain) = try row.values(String.self, String.self, String.self)
        let violations = HistoryChecker.violations(in: try JSON(parsing: merged).array!)
        let original = try #require(originals.byKey[key])
        #expect(HistoryChecker.isNoWorse(violations, than: original.violations), "\(key)")
        #expect(try JSON(parsing: plain).text == exported[key], "\(key): SQL and export read the same history")
      }
      try await site.done("doctor", "--archive")

      let written = try await site.written()
      let second = try await site.json("run", path)
      #expect(second["outcomes"]?["compacted"] == nil, "\(second.text)")
      #expect(second["model_calls"] == 0)
      #expect(try await site.written() == written, "a second run writes nothing")
      #expect(try await site.done("export", "--compacted") == history)
    }
  }

  /// In any order, each as it stands.
  private static func lines(_ text: String) -> Set<Substring> { Set(text.split(separator: "\n")) }
}

extension Installation {
  /// An example job with its model at hand, and the keys that it names.
  func exampleJob(_ name: String, model url: String) throws -> String {
    let file = packageRoot().appending(path: "jobs/\(name).yaml")
    let key = try write("sk-from-a-file\n", to: "key")
    set("OPENAI_API_KEY", to: "sk-from-the-environment")
    set("HOUSE_MODEL_URL", to: url)
    let text = try String(contentsOf: file, encoding: .utf8)
      .replacing("https://api.openai.com/v1", with: url).replacing("/run/secrets/house-model-key", with: key)
    return try write(text, to: "\(name).yaml")
  }

  @discardableResult
  func done(_ words: [String], sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
    let ending = try await start(words).wait()
    try #require(
      ending.status == 0, "\(words.joined(separator: " ")): \(ending.output)\(ending.errors)",
      sourceLocation: sourceLocation)
    return ending.output
  }
}
