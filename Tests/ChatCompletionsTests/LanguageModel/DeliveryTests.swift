import ChatCompletions
import LanguageModels
import Testing

/// Answers that are given out whole.
@Suite struct DeliveryTests {
  private static let half = #"data: {"choices":[{"delta":{"content":"half"}}]}"# + "\n\n"

  @Test func `an answer that broke off is asked for again, unless a piece of it was given out`() async throws {
    let whole = try await ask(.body(Self.half), .hello) { $0.delivery = .whole }
    #expect(whole.error == nil && whole.transport.requests.count == 2)
    #expect(whole.events.outline.first == #"response text in 1: "hello""#)
    let streamed = try await ask(.body(Self.half), .hello)
    #expect(streamed.error as? RequestError == .invalidStreamData && streamed.transport.requests.count == 1)
    #expect(whole.transport.bodies[0] == streamed.transport.bodies[0], "what is sent is the same")
  }

  @Test(arguments: [
    stream(#"{"content":"Hello"}"#, #"{"content":" there"}"#),
    stream(#"{"reasoning_content":"Hm."}"#, #"{"content":"Yes"}"#),
    stream(#"{"content":"<think>Hm.</think>Yes"}"#),
    stream(
      #"{"content":"Look"}"#,
      #"{"tool_calls":[{"index":0,"function":{"name":"f","arguments":"{\"a\""}},{"index":1,"function":{"name":"g"}}]}"#,
      #"{"tool_calls":[{"index":0,"function":{"arguments":":1}"}}]}"#, finish: "tool_calls"),
    stream(#"{"content":""}"#, finish: "length"), stream(#"{"refusal":"I must not."}"#),
  ])
  func `it says the same whole as piece by piece`(body: String) async throws {
    let whole = try await ask(.body(body)) { $0.delivery = .whole }
    let streamed = try await ask(.body(body))
    #expect(whole.events.outline.map(Self.withoutCounts) == streamed.events.outline.map(Self.withoutCounts))
    #expect(whole.events.count <= streamed.events.count)
    #expect(whole.error.map { "\($0)" } == streamed.error.map { "\($0)" })
  }

  /// Into how many pieces a text was cut says nothing.
  private static func withoutCounts(_ line: String) -> String {
    line.replacing(#/ in [0-9]+:/#, with: ":")
  }

  @Test func `calls that a server left without an id get one that no earlier call has`() async throws {
    let body = stream(#"{"tool_calls":[{"function":{"name":"f","arguments":"{}"}}]}"#, finish: "tool_calls")
    let asked = try await ask(
      .body(body),
      request: request([
        .prompt(.init(id: "p", segments: [.text(id: "1", "u")])),
        .toolCalls(.init(id: "c", calls: [.init(id: "call00001", toolName: "f", arguments: "{}")])),
        .toolOutput(.init(id: "call00001", toolName: "f", segments: [.text(id: "1", "x")])),
      ])
    ) { $0.delivery = .whole }
    #expect(asked.error == nil && asked.events.outline.first == #"tool-calls call call00011 f in 1: "{}""#)
  }
}
