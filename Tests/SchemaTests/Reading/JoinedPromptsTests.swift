import PostgresClient
import TestSupport
import Testing

/// Prompts that compaction left side by side are one user message, for templates that want strict alternation.
@Suite(.migratedDatabase)
struct JoinedPromptsTests {
  private func session(second: String) async throws -> Session {
    let session = try await Session()
    try await session.append(
      "c",
      """
      [{"role":"system","content":"s"},{"role":"user","content":"first","name":"ann"},
       {"role":"assistant","content":"gone"},\(second),{"role":"assistant","content":"answer"}]
      """)
    try await session.run(StoredRevision(kept: "{[1,2],[4,5]}", coversThrough: 5).insert)
    try await session.run("UPDATE compactor.revisions SET joined = '{4}'")
    return session
  }

  @Test func `texts stand in one message with a blank line between, and the first one's fields stay`() async throws {
    let session = try await session(second: #"{"role":"user","content":"second \"q\""}"#)
    #expect(
      try await session.texts("SELECT compactor.messages('c')::text") == [
        #"[{"role":"system","content":"s"},{"role":"user","content":"first\n\nsecond \"q\"","name":"ann"},"#
          + #"{"role":"assistant","content":"answer"}]"#
      ])
  }

  @Test func `parts stand in a row`() async throws {
    let session = try await session(second: #"{"role":"user","content":[{"type":"text","text":"second"}]}"#)
    #expect(
      try await session.texts("SELECT compactor.messages('c') -> 1 ->> 'content'") == [
        #"[{"type" : "text", "text" : "first"},{"type":"text","text":"second"}]"#
      ])
  }

  @Test func `asked for a summary of its own message, readers get prompts as they came`() async throws {
    let session = try await session(second: #"{"role":"user","content":"second"}"#)
    #expect(
      try await session.texts(#"SELECT json_array_length(compactor.messages('c', '{"summary":"message"}'))::text"#) == [
        "4"
      ])
  }

  @Test func `a summary stands at the head of what was joined`() async throws {
    let session = try await session(second: #"{"role":"user","content":"second"}"#)
    try await session.run(
      """
      INSERT INTO compactor.summaries (conversation, revision, before_position, tokens, text, model, prompt, covered)
      SELECT number, 1, 2, 1, 'sum', 'm', 'brief@1', '{[3,3]}' FROM compactor.conversations
      """)
    let content = try await session.texts("SELECT compactor.messages('c') -> 1 ->> 'content'").first ?? ""
    #expect(content.hasPrefix("Summary of the earlier part"))
    #expect(content.hasSuffix("</summary>\n\nfirst\n\nsecond"))
  }
}
