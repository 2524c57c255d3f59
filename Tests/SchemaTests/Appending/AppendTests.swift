import PostgresClient
import TestSupport
import Testing

/// `compactor.append`, one caller at a time.
@Suite(.migratedDatabase)
struct AppendTests {
  let hello = #"[{"role":"user","content":"hi"},{"role":"assistant","content":"hello"}]"#

  @Test func `positions count on from where the conversation ends`() async throws {
    let session = try await Session()
    #expect(
      try await session.append("c", hello) == .init(first: 1, last: 2, length: 2, replaced: 0, repeated: false))
    #expect(
      try await session.append("c", #"[{"role":"user","content":"more"}]"#)
        == .init(first: 3, last: 3, length: 3, replaced: 0, repeated: false))
    #expect(try await session.append("other", hello).first == 1)
  }

  @Test func `appending nothing makes the conversation and returns an empty range`() async throws {
    let session = try await Session()
    #expect(
      try await session.append("c", "[]") == .init(first: 1, last: 0, length: 0, replaced: 0, repeated: false))
    #expect(try await session.messages("c") == "[]")
    #expect(try await session.number("SELECT count(*) FROM compactor.claims") == 1)
  }

  @Test func `the text of a message is stored as it came, byte for byte`() async throws {
    let session = try await Session()
    let message = #"{ "content" : "a\/b\u00e9 \ud83d\ude00",  "role":"user", "n": 1.50e+1, "n": 2 , "content":"x" }"#
    try await session.append("c", "[ \(message) ]")
    #expect(try await session.texts("SELECT original::text FROM compactor.entries") == [message])
    #expect(try await session.messages("c") == "[\(message)]")
  }

  @Test func `counters, claim and due mark follow the entries`() async throws {
    let session = try await Session()
    let call = #"{"role":"assistant","content":"é","tool_calls":[{"id":"a","function":{"name":"f","arguments":""}}]}"#
    try await session.append("c", "[\(call)]")
    let row: SQL = """
      SELECT concat_ws(' ', entries, messages, last_position, last_message, bytes, since IS NOT NULL,
        last_appended_at IS NOT NULL)
      FROM compactor.conversations LEFT JOIN compactor.due ON conversation = number
      """
    #expect(try await session.text(row) == "2 1 2 1 \(call.utf8.count) t t")
    #expect(
      try await session.texts(
        "SELECT concat_ws(' ', position, message, part, parts, kind, bytes) FROM compactor.entries ORDER BY position")
        == ["1 1 0 2 response \(call.utf8.count)", "2 1 1 2 toolCalls 0"])
  }

  @Test(arguments: [
    ("look_at_entries = 3, look_at_bytes = NULL", [false, true]),
    ("look_at_entries = NULL, look_at_bytes = 100", [false, true]),
    ("look_at_entries = NULL, look_at_bytes = NULL", [false, false]),
  ])
  func `a conversation is due again when it reaches the size of its next look`(look: String, due: [Bool]) async throws {
    let session = try await Session()
    try await session.append("c", "[]")
    try await session.run("UPDATE compactor.conversations SET \(SQL(trusted: look))")
    try await session.run("DELETE FROM compactor.due")
    for due in due {
      try await session.append("c", hello)
      #expect(
        try await session.text("SELECT (count(*) = 1)::text FROM compactor.due") == "\(due)")
    }
  }

  @Test func `options set the tenant, the source's time and the metadata`() async throws {
    let session = try await Session()
    try await session.append("c", hello, #"{"tenant":"acme","metadata":{"a":1,"b":2}}"#)
    try await session.append(
      "c", hello, #"{"tenant":"acme","metadata":{"b":3},"time":"2024-05-01T12:00:00+02:00","idempotency_key":null}"#)
    try await session.append("c", hello)
    #expect(
      try await session.texts("SELECT tenant || ' ' || metadata FROM compactor.conversations ORDER BY number")
        == [#"acme {"a": 1, "b": 3}"#, "default {}"])
    #expect(
      try await session.texts(
        """
        SELECT coalesce(to_char("time" AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'), 'none') FROM compactor.entries
        WHERE conversation = 1 ORDER BY position
        """) == ["none", "none", "2024-05-01 10:00", "2024-05-01 10:00"])
  }

  @Test func `an expected length that is not the conversation's appends nothing`() async throws {
    let session = try await Session()
    try await session.append("c", hello, #"{"expected_length":0}"#)
    try await session.append("c", hello, #"{"expected_length":2}"#)
    let report = try await refusal { try await session.append("c", hello, #"{"expected_length":2}"#) }
    #expect(report.sqlState.rawValue == "TC001")
    #expect(report.message == #"conversation "c": found 4 messages, expected_length is 2"#)
    #expect(try await session.number("SELECT count(*) FROM compactor.entries") == 4)
  }

  @Test func `a repeated idempotency key appends nothing and is answered as the first was`() async throws {
    let session = try await Session()
    let options = #"{"idempotency_key":"k","expected_length":0}"#
    let first = try await session.append("c", #"[{"role":"user","content":"\u0000"}]"#, options)
    try await session.append("c", hello)
    var expected = first
    expected.repeated = true
    #expect(first.replaced == 1)
    #expect(try await session.append("c", #"[{"role":"user","content":"\u0000"}]"#, options) == expected)
    #expect(try await session.number("SELECT count(*) FROM compactor.entries") == 3)
    #expect(try await session.append("other", hello, options).repeated == false)
  }

  @Test func `an idempotency key is refused for other messages`() async throws {
    let session = try await Session()
    try await session.append("c", hello, #"{"idempotency_key":"k"}"#)
    let report = try await refusal {
      try await session.append("c", #"[{"role":"user","content":"other"}]"#, #"{"idempotency_key":"k"}"#)
    }
    #expect(report.sqlState.rawValue == "TC002")
    #expect(
      report.message
        == #"conversation "c": the idempotency key was used for other messages, now at positions 1 to 2"#)
  }

  @Test func `a conversation of another format is refused`() async throws {
    let session = try await Session()
    try await session.run("INSERT INTO compactor.conversations (key, format) VALUES ('c', 'anthropic')")
    let report = try await refusal { try await session.append("c", hello) }
    #expect(report.message == #"conversation "c": found the format "anthropic", expected "openai""#)
  }
}
