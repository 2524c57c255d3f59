import ChatCompletions
import FoundationEssentials
import LanguageModels
import TestSupport
import Testing

/// Recorded bodies through a model's executor. What each is to become stands in `expected-events`, a line for each run of
/// pieces or other event.
@Suite(.enabled(if: RecordedBody.isAvailable, Comment(rawValue: TestData.isMissing)))
struct RecordedEventsTests {
  private static let expected = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("expected-events")

  @Test(arguments: [
    "badrole", "lp", "nonstream", "schema", "schema_stream", "schemabad", "speed", "stream", "sum", "tcn", "tcs", "th",
    "think", "think_ns", "tool_named", "tool_par", "tool_req", "tool_schema_both", "tools_stream",
  ])
  func `a recorded answer becomes the events that are written down for it`(name: String) async throws {
    let file = Self.expected.appendingPathComponent(name + ".txt")
    let expected = String(decoding: try Data(contentsOf: file), as: UTF8.self).split(separator: "\n").map(String.init)
    let asked = try await ask(.body(String(decoding: try RecordedBody.bytes(name), as: UTF8.self)))
    #expect(asked.error == nil)
    #expect(asked.events.outline == expected)
  }

  @Test(arguments: [
    ("badjson", 400, "httpError: status 400 (type invalid_request_error, code 400)"),
    ("nocontent", 400, "httpError: status 400 (type invalid_request_error, code 400)"),
    ("nomsg", 400, "httpError: status 400 (type invalid_request_error, code 400)"),
    ("notfound", 400, "httpError: status 400 (type invalid_request_error, code 400)"),
    ("tool_bad_choice", 400, "httpError: status 400 (type invalid_request_error, code 400)"),
    ("k401", 401, "httpError: status 401 (type authentication_error, code 401)"),
    ("image", 500, "unsupportedCapability: the model does not declare vision"),
    ("ctx", 400, "contextSizeExceeded: a request of 6031 tokens, expected fewer than 2048"),
    ("ping", 400, "contextSizeExceeded: a request of 1652 tokens, expected fewer than 1024"),
  ])
  func `a recorded error becomes one that callers can act on, and no event`(
    name: String, status: Int, description: String
  ) async throws {
    let body = String(decoding: try RecordedBody.bytes(name), as: UTF8.self)
    let asked = try await ask(
      .body(body, status: status),
      request: request([prompt([.text(.init(content: "x")), image(["data": "iVBORw0KGgo="])])]))
    #expect(asked.events.isEmpty)
    #expect(asked.error.map { "\($0)" } == description)
  }
}
