import PostgresClient
import Testing
import Transcripts

/// What a policy says of pins, metadata, time and broken histories, from the job file to what an application reads.
@Suite struct PolicyTests {
  private func append(_ key: String, _ messages: String, _ site: Installation) async throws {
    try await site.pool.query("SELECT compactor.append(\(key), \(PostgresJSON(messages)))")
  }

  private func contents(_ key: String, _ site: Installation) async throws -> [String] {
    let text: String = try await site.pool.query("SELECT compactor.messages(\(key))::text")[0].decode(0)
    return try JSON(parsing: text).array?.map { $0["content"]?.string ?? "-" } ?? []
  }

  private static func turns(_ count: Int, marked: Int? = nil) -> String {
    let messages = (0..<count).flatMap { turn -> [String] in
      let metadata = turn == marked ? #","metadata":{"keep":true,"why":"law"}"# : ""
      return [#"{"role":"user","content":"q\#(turn)"\#(metadata)}"#, #"{"role":"assistant","content":"a\#(turn)"}"#]
    }
    return "[\(messages.joined(separator: ","))]"
  }

  @Test func `what is pinned or marked by its metadata stays, until it is unpinned`() async throws {
    try await Installation.with { site in
      try await append("c", Self.turns(6, marked: 2), site)
      try await site.pool.query("SELECT compactor.pin('c', '{1}')")
      let job = try site.write(
        JobFile.window(turns: 1, more: "protect: {last_turns: 1, metadata: {keep: true}}"), to: "job.yaml")
      try await site.done("run", job)
      #expect(try await contents("c", site) == ["q0\n\nq2\n\nq5", "a5"])
      try await site.pool.query("SELECT compactor.unpin('c', NULL)")
      try await append("c", Self.turns(2), site)
      try await site.done("run", job)
      #expect(try await contents("c", site) == ["q2\n\nq1", "a1"])
      try await site.done("doctor", "--archive")
    }
  }

  @Test func `a conversation is compacted once its time has come, without an append`() async throws {
    try await Installation.with { site in
      try await append("c", Self.turns(3), site)
      let job = try site.write(
        """
        job: quiet
        compact_when: {any: [{idle: 1h}, {turns: 50}]}
        stages: [{rolling_window: {turns: 1}}]
        """, to: "job.yaml")
      #expect(try await site.json("run", job)["outcomes"] == ["unchanged": 1])
      let later: SQL = "SELECT count(*) FROM compactor.due WHERE since > now() + interval '50 minutes'"
      #expect(try await site.count(later) == 1)
      #expect(try await site.json("explain", "c")["due_since"] == .null)
      #expect(try await site.json("explain", "c")["look_at"] != .null)
      #expect(try await site.json("run", job)["outcomes"] == [:])
      // An hour later.
      try await site.pool.query("UPDATE compactor.due SET since = since - interval '1 hour'")
      try await site.pool.query(
        "UPDATE compactor.conversations SET last_appended_at = last_appended_at - interval '1 hour'")
      #expect(try await site.json("run", job)["outcomes"] == ["compacted": 1])
      #expect(try await contents("c", site) == ["q2", "a2"])
    }
  }

  @Test func `age counts from the oldest entry that is read, by the time that the application gave`() async throws {
    try await Installation.with { site in
      let old = PostgresJSON(#"{"time":"2020-01-01T00:00:00Z"}"#)
      try await site.pool.query("SELECT compactor.append('old', \(PostgresJSON(Self.turns(3))), \(old))")
      try await append("new", Self.turns(3), site)
      let job = try site.write(
        """
        job: aging
        compact_when: {any: [{age: 30d}]}
        stages: [{rolling_window: {turns: 1}}]
        """, to: "job.yaml")
      #expect(try await site.json("run", job)["outcomes"] == ["compacted": 1, "unchanged": 1])
      #expect(try await contents("old", site) == ["q2", "a2"])
    }
  }

  static let broken = #"""
    [{"role":"user","content":"q"},
     {"role":"assistant","content":null,"tool_calls":[{"id":"x","type":"function","function":{"name":"f","arguments":"{}"}}]},
     {"role":"user","content":"and now?"},
     {"role":"assistant","content":"now"},
     {"role":"tool","tool_call_id":"nobody","content":"lost"},
     {"role":"user","content":"thanks"},
     {"role":"assistant","content":"welcome"}]
    """#

  @Test func `broken histories are counted, left alone by default, and repaired where a job says so`() async throws {
    try await Installation.with { site in
      try await append("broken", Self.broken, site)
      try await append("sound", Self.turns(2), site)
      let before = try await site.json("doctor", "--histories")["histories"]
      #expect(before?["conversations"] == 2)
      #expect(before?["legal"]?["openai"] == ["as_they_came": 1, "as_they_are_read": 1])
      #expect(before?["broken"]?["call_without_result"]?["conversations"] == 1)
      #expect(before?["broken"]?["result_without_call"]?["times"] == 1)
      #expect(before?["broken"]?["dead_calls"]?["times"] == 1)
      let text = try await site.done("doctor", "--histories")
      #expect(text.contains("histories: 2 conversations examined") && text.contains("result_without_call"))

      func job(_ repair: String) -> String {
        """
        job: mend
        compact_when: {any: [{entries: 1}]}
        stages: [{rolling_window: {turns: 20}}]
        \(repair)
        """
      }
      try await site.done("run", try site.write(job(""), to: "left.yaml"))
      #expect(try await contents("broken", site).count == 7)
      try await site.pool.query("UPDATE compactor.due SET since = now()")
      try await site.age()
      try await site.done("backfill", try site.write(job("repair: all"), to: "mended.yaml"), "--yes")
      #expect(try await contents("broken", site) == ["q\n\nand now?", "now", "thanks", "welcome"])
      let after = try await site.json("doctor", "--histories")["histories"]
      #expect(after?["legal"]?["openai"] == ["as_they_came": 1, "as_they_are_read": 2])
      #expect(after?["legal"]?["strict-alternation"] == ["as_they_came": 1, "as_they_are_read": 2])
      #expect(try await site.count("SELECT count(*) FROM compactor.entries") == 11)
      let verdict = try await site.pool.query("SELECT verdict, verdicts::text FROM compactor.revisions")[0]
      #expect(try verdict.decode(0, as: String.self) == "legal")
      #expect(try verdict.decode(1, as: String.self) == "{}")
    }
  }
}
