import PostgresClient
import Testing
import Transcripts

/// Entries that a job makes shorter, from the job file to what an application reads.
@Suite struct ShorteningTests {
  private static func job(_ stages: String) -> String {
    """
    job: shorter
    compact_when: {any: [{entries: 1}]}
    protect: {last_turns: 0}
    stages: [\(stages)]
    """
  }

  /// Writes of a file and looks at it in turn, each of which ends with a sentence that can be told from the others.
  private static func messages(_ calls: Range<Int>) -> [JSON] {
    calls.flatMap { call -> [JSON] in
      let text = String(repeating: "a line of file_\(call).swift, of no interest\n", count: 20)
      let arguments = JSON.object([.init("path", .string("file_\(call).swift")), .init("text", .string(text))]).text
      return [
        ["role": "user", "content": .string("write file \(call)")],
        [
          "role": "assistant", "content": "Let me see.", "reasoning_content": .string("thought \(call)"),
          "tool_calls": [
            [
              "id": .string("c\(call)"), "type": "function",
              "function": ["name": "write", "arguments": .string(arguments)],
            ]
          ],
        ],
        ["role": "tool", "tool_call_id": .string("c\(call)"), "content": .string(text + "ticket T-\(call)")],
        ["role": "assistant", "content": .string("done \(call)")],
      ]
    }
  }

  private func append(_ calls: Range<Int>, _ site: Installation) async throws {
    let messages = PostgresJSON(JSON.array(Self.messages(calls)).text)
    try await site.pool.query("SELECT compactor.append('c', \(messages))")
    try await site.age()
  }

  private func history(_ site: Installation) async throws -> [JSON] {
    let text: String = try await site.pool.query("SELECT compactor.messages('c')::text")[0].decode(0)
    return try #require(try JSON(parsing: text).array)
  }

  @Test func `results and arguments are read in their short forms, run after run, and come back by a rollback`()
    async throws
  {
    try await Installation.with { site in
      try await append(0..<4, site)
      let originals = Self.messages(0..<4)
      let job = try site.write(
        Self.job("clear_tool_results: {keep_last: 1}, clear_tool_arguments: {keep_last: 1}, drop_stale_reasoning: {}"),
        to: "job.yaml")
      let estimate = try await site.json("plan", job)
      let report = try await site.json("run", job)
      #expect(report["outcomes"]?["compacted"] == 1)
      #expect(report["tokens_after"] == estimate["tokens_after"], "what is planned is what is done")
      let first = try await history(site)
      #expect(first.count == originals.count)
      #expect(HistoryChecker.violations(in: first).isEmpty)
      #expect(HistoryChecker.strangers(in: first, of: originals, texts: originals.map(\.text)).isEmpty)
      #expect(first[2]["content"]?.string?.hasPrefix("[cleared, ") == true)
      #expect(first[2]["content"]?.string?.contains("T-0") == true, "what a later call may need is left")
      #expect(first[1]["reasoning_content"] == nil && first[1]["content"] == "Let me see.")
      let arguments = try JSON(parsing: #require(first[1]["tool_calls"]?[0]?["function"]?["arguments"]?.string))
      #expect(arguments["path"] == "file_0.swift")
      #expect(arguments["text"]?.string?.hasPrefix("[cleared, ") == true)
      #expect(Array(first.suffix(4)) == Array(originals.suffix(4)), "the last call stays as it came")

      let shown = try await site.done("show", "c", "--full")
      for essential in [
        "1 replaced by clear_tool_results, revision 1", "1 replaced by clear_tool_arguments, revision 1",
        "1 dropped by drop_stale_reasoning, revision 1", "[cleared, ",
      ] { #expect(shown.contains(essential), "\(essential) in \(shown)") }
      let record = try JSON(parsing: try await site.done("audit", "--json"))
      let stages = Set((record["dispositions"]?.array ?? []).compactMap { $0["stage"]?.string })
      #expect(stages == ["clear_tool_results", "clear_tool_arguments", "drop_stale_reasoning"])

      let written = try await site.written()
      #expect(try await site.json("run", job)["outcomes"]?["compacted"] == nil)
      #expect(try await site.written() == written, "a second run writes nothing")

      // What was shortened stays as it is; what is new and old enough by now follows.
      try await append(4..<6, site)
      try await site.done("run", job)
      let second = try await history(site)
      #expect(second.prefix(12) == first.prefix(12))
      #expect(second[14]["content"]?.string?.contains("T-3") == true)
      #expect(HistoryChecker.violations(in: second).isEmpty)
      try await site.done("doctor", "--archive")

      try await site.done("rollback", "c")
      #expect(try await history(site).prefix(16) == first.prefix(16))
      try await site.done("rollback", "c")
      #expect(try await history(site) == Self.messages(0..<6))
    }
  }

  @Test func `a history over its hard budget is made as small as it may be, and reported`() async throws {
    try await Installation.with { site in
      try await append(0..<4, site)
      let job = try site.write(Self.job("hard_budget: {tokens: 20}"), to: "job.yaml")
      let report = try await site.json("run", job)
      #expect(report["outcomes"] == ["over_budget": 1], "\(report.text)")
      #expect(try await history(site).map { $0["role"]?.string } == ["user", "assistant", "tool", "assistant"])
      #expect(try await site.done("audit").contains("over_budget"))
      let written = try await site.written()
      _ = try await site.json("run", job)
      #expect(try await site.written() == written)
    }
  }
}
