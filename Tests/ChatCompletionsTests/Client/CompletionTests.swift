import ChatCompletions
import HTTPTransport
import Testing

@Suite struct CompletionTests {
  @Test func `an answer comes with its text, its cost and how it came about`() async throws {
    let body =
      #"data: {"model":"m-1","choices":[{"delta":{"content":"hello"},"finish_reason":"stop"}]}"# + "\n\n"
      + #"data: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":2}}"# + "\n\ndata: [DONE]\n\n"
    let caller = try Caller(ScriptedTransport(.body(body)))
    let reply = try await caller.reply()
    #expect(reply.text == "hello")
    #expect(reply.finish == .stop)
    #expect(reply.usage == TokenUsage(input: 7, output: 2))
    #expect(reply.model == "m-1")
    #expect(reply.attempts == 1)
    #expect(reply.timings.firstByte != nil)
  }

  @Test func `a request has the header fields that servers need`() async throws {
    let caller = try Caller(ScriptedTransport(.hello))
    _ = try await caller.reply()
    let request = try #require(caller.transport.requests.first)
    #expect(request.method == "POST")
    #expect(request.url == "https://h/v1/chat/completions?v=1")
    #expect(request.headers["authorization"] == "Bearer sk-abc")
    #expect(request.headers["content-type"] == "application/json")
    #expect(request.headers["accept"] == "text/event-stream")
    _ = try await caller.reply(to: ChatRequest(model: "m", messages: [ChatMessage(.user, "u")], isStreamed: false))
    #expect(caller.transport.requests.last?.headers["accept"] == "application/json")
  }

  @Test func `a request that cannot be good is not sent`() async throws {
    let caller = try Caller(ScriptedTransport(.hello))
    let error = await caller.error(of: ChatRequest(model: "m", user: ""))
    #expect(error?.class == .permanent)
    #expect(error?.attempts == 0)
    #expect(caller.transport.requests.isEmpty)
  }

  @Test(arguments: [
    (stream(#"{"content":"ha"}"#, finish: "length"), FinishReason.length),
    (stream(#"{"content":"ha"}"#, finish: "content_filter"), .contentFilter),
    (stream(#"{"refusal":"no"}"#), .refusal),
    (
      stream(#"{"tool_calls":[{"index":0,"function":{"name":"f","arguments":"{}"}}]}"#, finish: "tool_calls"),
      .toolCalls
    ),
  ])
  func `an answer that ends otherwise than by itself is an answer, paid and not asked for again`(
    body: String, finish: FinishReason
  ) async throws {
    let caller = try Caller(ScriptedTransport(.body(body)))
    #expect(try await caller.reply().finish == finish)
    #expect(caller.transport.requests.count == 1)
  }
}
