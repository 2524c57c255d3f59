import PostgresClient
import Testing
import Transcripts

/// Conversations that are read in pages.
@Suite struct LargeConversationTests {
  @Test func `one that is too large to be read at once is read in pages`() async throws {
    try await Installation.with { site in
      // 17 MB in 2,200 entries.
      try await site.pool.query(
        """
        SELECT compactor.append('big', (
          SELECT json_agg(json_build_object(
            'role', CASE WHEN i % 2 = 0 THEN 'user' ELSE 'assistant' END, 'content', 'message ' || i || repeat(' x', 3900)))
          FROM generate_series(0, 2199) AS i))
        """, deadline: .seconds(60))
      let job = try site.write(JobFile.window(turns: 5), to: "job.yaml")
      #expect(try await site.json("run", job)["outcomes"] == ["compacted": 1])
      #expect(try await site.count("SELECT sum(entries) FROM compactor.header_blocks") == 2_200)
      let kept = try await site.texts(
        "SELECT chat ->> 'content' FROM compactor.history('big') ORDER BY position")
      #expect(kept.map { $0.prefix(12) } == (2_190..<2_200).map { "message \($0)" })
      #expect(try await site.json("run", job)["outcomes"] == [:])
      try await site.done("doctor", "--archive")
    }
  }

  @Test func `a page may begin within a message: every part of it is sent`() async throws {
    try await Installation.with { site in
      // A prompt and an answer of three entries, then a result: pages of 500 rows end anywhere in it.
      let messages = (0..<260).flatMap { turn -> [JSON] in
        [
          ["role": "user", "content": .string("question \(turn)?")],
          [
            "role": "assistant", "reasoning_content": .string("thought \(turn)!"),
            "content": .string("remark \(turn)."),
            "tool_calls": [
              [
                "id": "call_0", "type": "function",
                "function": ["name": "look", "arguments": .string(#"{"place":"shelf \#(turn);"}"#)],
              ]
            ],
          ], ["role": "tool", "tool_call_id": "call_0", "content": .string("found \(turn)/")],
        ]
      }
      let line = JSON.object([.init("id", "parts"), .init("messages", .array(messages))]).text
      try await site.done("import", try site.write(line + "\n", to: "parts.jsonl"))
      let model = try await site.model(recording: true)
      let report = try await site.json("run", try site.write(JobFile.summarizing(), to: "job.yaml"))
      #expect(report["outcomes"] == ["compacted": 1], "\(report.text)")
      let sent = try model.recorded().flatMap { $0["request"]?["messages"]?.array ?? [] }
        .compactMap { $0["content"]?.string }.joined(separator: "\n")
      for turn in 0..<255 {
        for text in ["question \(turn)?", "remark \(turn).", "shelf \(turn);", "found \(turn)/"] {
          #expect(sent.contains(text), "\(text)")
        }
      }
      try await site.done("doctor", "--archive")
    }
  }
}
