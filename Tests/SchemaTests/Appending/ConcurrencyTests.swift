import PostgresClient
import Synchronization
import TestSupport
import Testing

/// `compactor.append` under concurrent callers.
@Suite(.migratedDatabase)
struct ConcurrencyTests {
  /// Runs the body in eight sessions at the same time.
  func inEightSessions(_ body: @escaping @Sendable (Int, Session) async throws -> Void) async throws {
    try await withThrowingTaskGroup { group in
      for worker in 0..<8 {
        group.addTask { try await body(worker, Session()) }
      }
      try await group.waitForAll()
    }
  }

  @Test func `eight appenders to one new conversation leave no gap, no double and no message cut in two`() async throws
  {
    try await inEightSessions { worker, session in
      for number in 0..<25 {
        let call = #"{"role":"assistant","content":"\#(worker)","tool_calls":[{"id":"\#(number)"}]}"#
        let appended = try await session.append("c", #"[{"role":"user","content":"\#(worker)"},\#(call)]"#)
        #expect(appended.last == appended.first + 2)
      }
    }
    let session = try await Session()
    #expect(
      try await session.text(
        """
        SELECT concat_ws(' ', count(*), min(position), max(position), max(message)) FROM compactor.entries
        """) == "600 1 600 400")
    #expect(
      try await session.text("SELECT concat_ws(' ', entries, messages, last_position) FROM compactor.conversations")
        == "600 400 600")
    // Within one call, entries stand side by side, and so do the parts of a message.
    #expect(
      try await session.number(
        """
        SELECT count(*) FROM compactor.entries a JOIN compactor.entries b ON b.position = a.position + 1
        WHERE a.kind = 'prompt' AND b.kind = 'response'
          AND a.original ->> 'content' = b.original ->> 'content' AND b.message = a.message + 1
        """) == 200)
    #expect(
      try await session.number(
        """
        SELECT count(*) FROM compactor.entries a JOIN compactor.entries b ON b.position = a.position + 1
        WHERE a.part = 0 AND b.part = 1 AND a.message = b.message
        """) == 200)
  }

  @Test func `a storm of retries stores each message once and answers all alike`() async throws {
    try await inEightSessions { _, session in
      for number in 0..<20 {
        let appended = try await session.append(
          "c\(number % 4)", #"[{"role":"user","content":"\#(number)"}]"#, #"{"idempotency_key":"k\#(number)"}"#)
        let stored = try await session.text(
          """
          SELECT original ->> 'content' FROM compactor.entries e JOIN compactor.conversations c ON c.number = e.conversation
          WHERE c.key = \("c\(number % 4)") AND e.position = \(appended.first)
          """)
        #expect(stored == "\(number)")
      }
    }
    let session = try await Session()
    #expect(try await session.number("SELECT count(*) FROM compactor.entries") == 20)
    #expect(try await session.number("SELECT count(*) FROM compactor.appends") == 20)
    #expect(
      try await session.texts("SELECT entries::text FROM compactor.conversations ORDER BY key") == ["5", "5", "5", "5"])
  }

  enum Locking: CaseIterable {
    case asItIs
    /// `add_entries` with the lock taken out.
    case none
  }

  /// One append waits for another's transaction; how the other ends decides what it gets.
  @Test(arguments: Locking.allCases)
  func `an append behind an open one is given the positions after it`(locking: Locking) async throws {
    let (first, second, observer) = try await (Session(), Session(), Session())
    try await first.append("c", "[]")
    if locking == .none {
      let definition = try await first.text("SELECT pg_get_functiondef('compactor.add_entries'::regproc)")!
      #expect(definition.contains("FOR NO KEY UPDATE;"))
      try await first.connection.executeScript(definition.replacing("FOR NO KEY UPDATE;", with: ";"))
    }
    let backend = try await second.number("SELECT pg_backend_pid()::bigint")
    try await first.run("BEGIN")
    let ahead = try await first.append("c", #"[{"role":"user","content":"x"}]"#, #"{"idempotency_key":"k"}"#)
    let behind = Task { try await second.append("c", #"[{"role":"user","content":"x"}]"#, #"{"idempotency_key":"k"}"#) }
    try await waitUntil("the second append waits for a lock") {
      try await observer.number(
        "SELECT count(*) FROM pg_stat_activity WHERE pid = \(backend) AND wait_event_type = 'Lock'") == 1
    }
    try await first.run("COMMIT")
    switch locking {
    case .asItIs:
      let answer = try await behind.value
      #expect(answer.first == ahead.first && answer.repeated)
    case .none:
      await #expect(throws: PostgresError.self) { try await behind.value }
    }
  }

  @Test func `of eight writers that expect the same length one wins`() async throws {
    try await inEightSessions { _, session in
      do {
        try await session.append("c", #"[{"role":"user","content":"x"}]"#, #"{"expected_length":0}"#)
      } catch let error as PostgresError {
        #expect(error.sqlState?.rawValue == "TC001")
      }
    }
    #expect(try await Session().number("SELECT count(*) FROM compactor.entries") == 1)
  }

  @Test func `what is visible is always a prefix, whatever is being appended`() async throws {
    let isWritten = Mutex(false)
    async let writing: Void = {
      defer { isWritten.withLock { $0 = true } }
      try await inEightSessions { _, session in
        for _ in 0..<25 { try await session.append("c", #"[{"role":"user","content":"x"}]"#) }
      }
    }()
    let session = try await Session()
    while !isWritten.withLock({ $0 }) {
      let row = try await session.connection.query(
        "SELECT count(*), coalesce(max(position), 0)::bigint FROM compactor.entries")[0]
      let (seen, last) = try row.values(Int64.self, Int64.self)
      try #require(seen == last)
    }
    try await writing
    #expect(try await session.number("SELECT count(*) FROM compactor.entries") == 200)
  }

  /// What a worker holds while its commit is open: the claim, the revision, the audit record, the summary, header blocks.
  @Test func `a worker's commit that is held open delays no append and no reader`() async throws {
    let session = try await Session()
    try await session.append("c", #"[{"role":"user","content":"x"}]"#)
    let worker = try await Session()
    try await worker.run("BEGIN")
    try await worker.run("SELECT FROM compactor.claims WHERE conversation = 1 FOR UPDATE")
    try await worker.run("UPDATE compactor.claims SET epoch = epoch + 1 WHERE conversation = 1")
    try await worker.run(StoredRevision(kept: "{[1,1]}", coversThrough: 1).insert)
    try await worker.run(
      """
      INSERT INTO compactor.header_blocks VALUES (1, 1, 1, 1, 1, 'estimate@1', '\\x00')
      """)

    try await session.run("SET lock_timeout = '5s'")
    #expect(try await session.append("c", #"[{"role":"user","content":"y"}]"#).first == 2)
    #expect(try await session.messages("c") != nil)
    try await worker.run("ROLLBACK")

    // The same with a lock on the conversation's row: the test can fail.
    try await worker.run("BEGIN")
    try await worker.run("SELECT FROM compactor.conversations FOR KEY SHARE")
    #expect(try await session.append("c", #"[{"role":"user","content":"z"}]"#).first == 3)
    try await worker.run("SELECT FROM compactor.conversations FOR NO KEY UPDATE")
    try await session.run("SET lock_timeout = '50ms'")
    let report = try await refusal { try await session.append("c", #"[{"role":"user","content":"z"}]"#) }
    #expect(report.sqlState == .lockNotAvailable)
    try await worker.run("ROLLBACK")
  }
}
