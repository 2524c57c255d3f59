import Glibc
import PostgresClient
import Testing
import Transcripts

/// Many workers on one database, and writers who know nothing of them.
@Suite struct FleetTests {
  private static let keys = (0..<12).map { "f\($0)" }
  private static let turns = 40

  @Test func `eight workers and a writer who appends all the while`() async throws {
    try await Installation.with { site in
      let model = try await site.model(recording: true)
      try await site.done("apply", try site.write(JobFile.summarizing(), to: "job.yaml"))
      let workers = try (0..<8).map { _ in try site.start("serve", "--port", "0", "--poll", "1", "--lease", "30") }

      // One writer for each conversation, a turn at a time; none of them waits for a worker.
      try await withThrowingTaskGroup(of: Void.self) { group in
        for key in Self.keys { group.addTask { try await write(key, to: site) } }
        try await group.waitForAll()
      }
      try await waitUntil("nothing is due any more") { try await site.isIdle() }
      for worker in workers { worker.send(SIGTERM) }
      for worker in workers { #expect(await worker.wait().status == 0, Comment(rawValue: worker.errors)) }

      try await nothingIsLost(site)
      try await nothingIsDoubled(site)
      try await everyCoveredEntryWasSent(site, model)
      try await site.done("doctor", "--archive")
      #expect(try await site.count("SELECT count(DISTINCT worker) FROM compactor.audit_records") > 1)
    }
  }

  private func write(_ key: String, to site: Installation) async throws {
    for turn in 0..<Self.turns {
      let messages = JSON.array(Chats.messages(key, turns: turn..<(turn + 1))).text
      let options = #"{"expected_length": \#(turn * 2)}"#
      try await site.pool.query(
        "SELECT compactor.append(\(key), \(PostgresJSON(messages)), \(PostgresJSON(options)))", deadline: .seconds(30))
    }
  }

  private func nothingIsLost(_ site: Installation) async throws {
    for key in Self.keys {
      let written = Chats.messages(key, turns: 0..<Self.turns).map(\.text)
      let stored = try await site.texts(
        """
        SELECT e.original::text FROM compactor.entries e JOIN compactor.conversations c ON c.number = e.conversation
        WHERE c.key = \(key) ORDER BY e.position
        """)
      #expect(stored == written, "\(key)")
      // What a reader gets ends with what was written last, and has no hole behind what was decided upon.
      let history = try await site.pool.query(
        """
        SELECT h.position FROM compactor.history(\(key), '{"all": true}') h WHERE NOT h.is_summary ORDER BY h.position
        """
      ).map { try $0.decode(0, as: Int32.self) }
      #expect(history == Array(1...Int32(Self.turns * 2)), "\(key)")
      let row = try await site.pool.query("SELECT compactor.messages(\(key))::text")[0]
      let read = try JSON(parsing: try row.decode(0, as: String.self)).array!
      #expect(read.last?.text == written.last, "\(key)")
      #expect(HistoryChecker.violations(in: read).isEmpty, "\(key)")
      #expect(read.count < written.count, "\(key) was never compacted")
    }
  }

  /// Each revision decides upon more than the one before it: of one due mark, no two workers made a revision.
  private func nothingIsDoubled(_ site: Installation) async throws {
    let doubled = try await site.count(
      """
      SELECT count(*) FROM (
        SELECT covers_through, revision,
          lag(covers_through) OVER w AS before, lag(revision, 1, 0) OVER w AS number_before
        FROM compactor.revisions WINDOW w AS (PARTITION BY conversation ORDER BY revision)
      ) AS r WHERE covers_through <= before OR revision <> number_before + 1
      """)
    #expect(doubled == 0)
    let records = try await site.count("SELECT count(*) FROM compactor.audit_records WHERE outcome = 'compacted'")
    #expect(try await site.count("SELECT count(*) FROM compactor.revisions") == records)
    #expect(try await site.count("SELECT count(*) FROM compactor.audit_records WHERE outcome <> 'compacted'") == 0)
  }

  private func everyCoveredEntryWasSent(_ site: Installation, _ model: OfflineModel) async throws {
    let sent = try model.recorded().flatMap { $0["request"]?["messages"]?.array ?? [] }
      .compactMap { $0["content"]?.string }.joined(separator: "\n")
    let covered = try await site.texts(
      """
      SELECT DISTINCT e.original ->> 'content' FROM compactor.summaries s
      JOIN compactor.entries e ON e.conversation = s.conversation AND e.position <@ s.covered
      """)
    #expect(covered.count > Self.keys.count * Self.turns)
    let missing = covered.filter { !sent.contains($0) }
    #expect(missing.isEmpty, "\(missing.count) of \(covered.count), \(missing.first ?? "")")
  }
}
