import ChatCompletions
import CurlTransport
import HTTPTransport
import Testing
import Transcripts

/// Calls of tools as real servers stream them.
@Suite(.enabled(if: LiveServer.areNamed, LiveServer.areMissing))
struct ToolLiveTests {
  @Test(arguments: LiveServer.allCases, [true, false])
  func `a call of a tool comes with its name, an id and whole arguments`(server: LiveServer, isStreamed: Bool)
    async throws
  {
    let content = try await answer(of: server, isStreamed: isStreamed)
    let call = try #require(content.toolCalls.first, "\(content)")
    #expect(content.toolCalls.count == 1)
    #expect(call.name == "get_weather" && !call.id.isEmpty)
    #expect(try JSON(parsing: call.arguments) == ["location": "Paris"])
    #expect(content.finish == .toolCalls)
    #expect(content.usage?.output ?? 0 > 0)
  }

  private struct NoAnswer: Error {}

  /// What the client's reader makes of the body.
  private func answer(of server: LiveServer, isStreamed: Bool) async throws -> ReplyContent {
    var headers = HTTPHeaders()
    headers.append("Content-Type", "application/json")
    headers.append("Authorization", prefix: "Bearer ", secret: Secret(try server.key))
    let request = HTTPRequest(
      method: "POST", url: try server.url + "/chat/completions", headers: headers,
      body: Array(Self.body(server, isStreamed: isStreamed).text.utf8))
    let response = try await CurlTransport().send(request, deadlines: HTTPDeadlines())
    try #require(response.status == 200)
    var reader = ReplyReader()
    for try await bytes in response.body {
      switch reader.event(.bytes(bytes)) {
      case .read: continue
      case .finished(let content): return content
      case .failed(let failure): throw failure
      }
    }
    guard case .finished(let content) = reader.event(.ended) else { throw NoAnswer() }
    return content
  }

  /// The small model calls the tool after it has seen that done three times.
  private static func body(_ server: LiveServer, isStreamed: Bool) -> JSON {
    func ask(_ city: String) -> JSON { ["role": "user", "content": .string("What is the weather in \(city)?")] }
    var messages: [JSON] = []
    for city in ["Oslo", "Rome", "Madrid"] {
      let arguments: JSON = ["location": .string(city)]
      let call: JSON = [
        "id": .string("call_\(city)"), "type": "function",
        "function": ["name": "get_weather", "arguments": .string(arguments.text)],
      ]
      messages += [
        ask(city), ["role": "assistant", "content": nil, "tool_calls": [call]],
        ["role": "tool", "tool_call_id": .string("call_\(city)"), "content": "Sunny, 20 degrees."],
        ["role": "assistant", "content": "Sunny, 20 degrees."],
      ]
    }
    let parameters: JSON = [
      "type": "object", "properties": ["location": ["type": "string"]], "required": ["location"],
    ]
    var body: JSON = [
      "model": .string(server.model), "messages": .array(messages + [ask("Paris")]),
      "tools": [
        [
          "type": "function",
          "function": ["name": "get_weather", "description": "The weather of a city", "parameters": parameters],
        ]
      ],
      "max_tokens": 60, "temperature": 0, "stream": .bool(isStreamed),
    ]
    if isStreamed { body.set("stream_options", to: ["include_usage": true]) }
    return body
  }
}
