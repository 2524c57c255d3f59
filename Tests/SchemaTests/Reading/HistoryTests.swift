import PostgresClient
import TestSupport
import Testing

/// `compactor.history`: entry by entry, with the reason for each.
@Suite(.migratedDatabase)
struct HistoryTests {
  /// Positions 1, 2, 3–5, 6, 7, 8 and, behind the revision, 9.
  func session(dispositions: String) async throws -> Session {
    let session = try await Session()
    try await session.append("c", "[\(MessagesTests.originals.dropLast().joined(separator: ","))]")
    try await session.run(
      StoredRevision(
        number: 2, kept: "{[1,1],[8,8]}", coversThrough: 8, summary: (6, "S"),
        forms: [6: #"{"role":"tool","tool_call_id":"a","content":"…"}"#], dispositions: dispositions
      ).insert)
    try await session.append("c", #"[{"role":"assistant","content":"after"}]"#)
    return session
  }

  let dispositions = """
    [{"stage":null,"disposition":"kept","revision":2,"ranges":"1,8"},
     {"stage":"drop_completed_tool_calls","disposition":"dropped","revision":1,"ranges":"3-5"},
     {"stage":"clear_tool_results","disposition":"replaced","revision":2,"ranges":"6"},
     {"stage":"summarize","disposition":"covered","revision":2,"ranges":"2,7"}]
    """

  func lines(_ session: Session, _ options: String) async throws -> [String] {
    try await session.texts(
      """
      SELECT concat_ws(' ', coalesce(position::text, '-'), coalesce(message::text, '-'), kind, disposition, stage, revision,
        CASE WHEN is_summary THEN 'summary' END)
      FROM compactor.history('c', \(PostgresJSON(options)))
      """)
  }

  @Test func `it lists what is read, with who decided it`() async throws {
    let session = try await session(dispositions: dispositions)
    #expect(
      try await lines(session, "{}") == [
        "1 1 instructions kept 2", "- - prompt 2 summary", "6 4 toolOutput replaced clear_tool_results 2",
        "8 6 prompt kept 2", "9 7 response kept",
      ])
  }

  @Test func `on request it lists everything`() async throws {
    let session = try await session(dispositions: dispositions)
    #expect(
      try await lines(session, #"{"all":true}"#) == [
        "1 1 instructions kept 2", "2 2 prompt covered summarize 2",
        "3 3 reasoning dropped drop_completed_tool_calls 1", "4 3 response dropped drop_completed_tool_calls 1",
        "5 3 toolCalls dropped drop_completed_tool_calls 1", "- - prompt 2 summary",
        "6 4 toolOutput replaced clear_tool_results 2", "7 5 response covered summarize 2", "8 6 prompt kept 2",
        "9 7 response kept",
      ])
  }

  @Test func `each entry comes alone as a chat message, in the form in which it is read`() async throws {
    let session = try await session(dispositions: dispositions)
    #expect(
      try await session.texts(#"SELECT chat::text FROM compactor.history('c', '{"all":true}')"#) == [
        MessagesTests.originals[0], MessagesTests.originals[1], #"{"role":"assistant","reasoning_content":"r"}"#,
        #"{"role":"assistant","content":"two","n":1.0}"#,
        #"{"role":"assistant","content":null,"tool_calls":[{"id":"a"}]}"#,
        MessagesTests.summaryMessage.replacing(#"S \"q\""#, with: "S"),
        #"{"role":"tool","tool_call_id":"a","content":"…"}"#, MessagesTests.originals[4], MessagesTests.originals[5],
        #"{"role":"assistant","content":"after"}"#,
      ])
  }

  @Test func `without a revision every entry is kept, and undecided`() async throws {
    let session = try await Session()
    try await session.append("c", "[\(MessagesTests.originals[2])]")
    #expect(
      try await lines(session, "{}") == ["1 1 reasoning kept", "2 1 response kept", "3 1 toolCalls kept"])
  }

  @Test func `a revision that is not live can be asked for`() async throws {
    let session = try await session(dispositions: dispositions)
    try await session.run(
      StoredRevision(
        number: 3, state: "shadow", kept: "{[8,8]}", coversThrough: 8,
        dispositions:
          #"[{"disposition":"kept","revision":3,"ranges":"8"},{"disposition":"dropped","stage":"rolling_window","revision":3,"ranges":"1-7"}]"#
      ).insert)
    #expect(try await lines(session, #"{"revision":3}"#) == ["8 6 prompt kept 3", "9 7 response kept"])
    #expect(try await lines(session, "{}").count == 5)
  }

  @Test func `where the audit record tells nothing, the revision does`() async throws {
    let session = try await session(dispositions: "[]")
    #expect(
      try await lines(session, "{}")
        == ["1 1 instructions kept 2", "- - prompt 2 summary", "8 6 prompt kept 2", "9 7 response kept"])
  }

  @Test func `an unknown conversation has no rows`() async throws {
    let session = try await Session()
    #expect(try await session.number("SELECT count(*) FROM compactor.history('d')") == 0)
  }
}
