import Foundation
import PostgresClient
import TestSupport
import Testing
import TranscriptFormats
import Transcripts

/// The rule that makes entries of messages is written twice, in Swift and in SQL: both must pass the same vectors.
struct SplittingTests {
  static let vectors: [RawJSON] = {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let data = try! Data(contentsOf: tests.appending(path: "Fixtures/openai-entries.json"))
    return try! RawJSON(Array(data)[...]).elements
  }()

  static func hasKnownRole(_ message: RawJSON) -> Bool {
    let known = ["system", "developer", "user", "assistant", "tool", "function"]
    return message.kind == .object && known.contains(message["role"]?.string ?? "")
  }

  @Test func `SQL finds the entries of every vector`() async throws {
    let session = try await Session.shared
    var checked = 0
    for vector in Self.vectors where Self.hasKnownRole(vector["message"]!) {
      let expected = vector["entries"]!.value.array!.map { entry in
        let traits = ["opaque", "ill_formed"].filter { entry[$0] == true }
        return ([entry["kind"]!.string!] + traits).joined(separator: " ")
      }
      let message = vector["message"]!.text
      let found = try await session.texts(
        """
        SELECT concat_ws(' ', kind, CASE WHEN opaque THEN 'opaque' END, CASE WHEN ill_formed THEN 'ill_formed' END)
        FROM compactor.sanitized(\(PostgresJSON("[\(message)]"))) AS s, compactor.openai_entries(s.clean) ORDER BY part
        """)
      #expect(found == expected, "\(vector["name"]!.text)")
      checked += 1
    }
    #expect(checked > 60)
  }

  @Test func `SQL refuses the vectors without a known role, which import takes as opaque`() async throws {
    let session = try await Session.shared
    let unknown = Self.vectors.map { $0["message"]! }.filter { !Self.hasKnownRole($0) }
    #expect(unknown.count > 3)
    for message in unknown {
      let report = try await refusal { try await session.append(Session.newKey(), "[\(message.text)]") }
      #expect(report.message.hasPrefix("message 1: found "))
    }
  }

  @Test func `SQL takes a message apart as Swift does, and puts its parts together again as Swift does`() async throws {
    let session = try await Session.shared
    for vector in Self.vectors where vector["entries"]!.elements.count > 1 {
      let sanitized = JSON.sanitize(Array(vector["message"]!.bytes)).bytes
      let message = try RawJSON(sanitized[...])
      let entries = OpenAIChat.entries(of: message)
      var parts: [JSON] = []
      for (part, entry) in entries.enumerated() {
        let found = try await session.text(
          """
          SELECT compactor.openai_part(\(PostgresJSON(message.text)), \(entry.kind.name)::text::compactor.entry_kind)::text
          """)
        parts.append(OpenAIChat.message(ofPart: part, of: message))
        #expect(try JSON(parsing: found!) == parts[part], "\(vector["name"]!.text), part \(part)")
      }
      for count in 1...parts.count {
        let some = Array(parts.suffix(count))
        let joined = try await session.text(
          "SELECT compactor.joined_parts(\(some.map { PostgresJSON($0.text) }))::text")
        #expect([try JSON(parsing: joined!)] == OpenAIChat.join(some), "\(vector["name"]!.text)")
      }
    }
  }

  @Test(arguments: [
    [#"{"role":"assistant","content":"a"}"#, #"{"role":"assistant","content":"b"}"#],
    [#"{"role":"assistant","content":"a"}"#, #"{"role":"assistant","content":[{"type":"text","text":"b"}],"x":1}"#],
    [
      #"{"role":"assistant","content":null,"tool_calls":[{"id":"1"}]}"#,
      #"{"role":"assistant","content":"","tool_calls":[{"id":"2"}]}"#,
    ],
    [
      #"{"role":"assistant","reasoning_content":"a\"b"}"#, #"{"role":"assistant","reasoning_content":"c"}"#,
      #"{"role":"assistant","content":"d"}"#,
    ],
    [
      #"{"role":"assistant","content":[ ],"name":"n"}"#,
      #"{"name":"m","role":"assistant","content":"é","tool_calls":[ ]}"#,
    ],
  ])
  func `entries that hold the same fields are joined as Swift joins them`(parts: [String]) async throws {
    let session = try await Session.shared
    let joined = try await session.text("SELECT compactor.joined_parts(\(parts.map { PostgresJSON($0) }))::text")
    #expect([try JSON(parsing: joined!)] == OpenAIChat.join(try parts.map { try JSON(parsing: $0) }))
  }
}
