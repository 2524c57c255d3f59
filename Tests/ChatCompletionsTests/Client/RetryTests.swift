import ChatCompletions
import HTTPTransport
import Testing

@Suite struct RetryTests {
  private static let cut = stream(#"{"content":"half"}"#, finish: nil, done: false)

  @Test func `failures that may pass are waited out, longer each time`() async throws {
    let transport = ScriptedTransport(
      .body("", status: 503), .failure(.couldNotConnect), .body(Self.cut), .body("<html>"), .hello)
    let caller = try Caller(transport)
    let reply = try await caller.reply()
    #expect(reply.text == "hello", "nothing of the half answer is left")
    #expect(reply.attempts == 5)
    #expect(caller.clock.sleeps == [0.5, 1, 2, 4].map { .seconds($0) })
    #expect(reply.timings.call == .seconds(7.5))
  }

  @Test func `after the last attempt the last error is thrown`() async throws {
    let caller = try Caller(
      ScriptedTransport(.body(#"{"error":{"message":"busy"}}"#, status: 503)),
      settings: ClientSettings(retries: RetryPolicy(maximumAttempts: 3)))
    let error = await caller.error()
    #expect(error?.class == .overload)
    #expect(error?.status == 503)
    #expect(error?.attempts == 3)
    #expect(error?.message == "busy")
    #expect(error?.endpoint == "https://h/v1/chat/completions")
    #expect(caller.transport.requests.count == 3)
  }

  @Test(arguments: [400, 401, 404, 402, 413, 501])
  func `failures that stay are not waited out`(status: Int) async throws {
    let caller = try Caller(ScriptedTransport(.body("", status: status), .hello))
    #expect(await caller.error()?.attempts == 1)
    #expect(caller.clock.sleeps.isEmpty)
  }

  @Test func `a server's wait is kept, by this call and by the next`() async throws {
    let busy = ScriptedTransport.Answer.body("", status: 429, headers: [("Retry-After", "20")])
    let caller = try Caller(
      ScriptedTransport(busy, .hello), settings: ClientSettings(retries: RetryPolicy(maximumAttempts: 1)))
    #expect(await caller.error()?.retryAfter == .seconds(20))
    #expect(caller.clock.sleeps.isEmpty)
    _ = try await caller.reply()
    #expect(caller.clock.sleeps == [.seconds(20)], "the second call waits before it asks")
  }

  @Test func `chance shortens the waits`() async throws {
    let caller = try Caller(ScriptedTransport(.body("", status: 500), .hello), jitter: 0.5)
    _ = try await caller.reply()
    #expect(caller.clock.sleeps == [.milliseconds(375)])
  }

  @Test func `an error inside a successful response is treated like one of its own status`() async throws {
    let rate = #"data: {"error":{"code":429,"message":"Please try again in 3s"}}"# + "\n\n"
    let caller = try Caller(ScriptedTransport(.body(rate), .hello))
    #expect(try await caller.reply().attempts == 2)
    #expect(caller.clock.sleeps == [.seconds(3)])
    let big =
      #"data: {"error":{"code":400,"message":"request (9 tokens) exceeds the available context size (8 tokens)"}}"#
    let other = try Caller(ScriptedTransport(.body(big + "\n\n")))
    #expect(await other.error()?.class == .tooBig(limit: 8, requested: 9))
  }

  @Test(arguments: [
    (TransportError.Kind.couldNotResolve, ChatError.Class.unreachable), (.couldNotConnect, .unreachable),
    (.tls, .unreachable),
    (.proxy, .unreachable), (.closed(bodyBytes: 0, headReceived: false), .unreachable), (.untrusted, .endpoint),
    (.invalidRequest, .permanent), (.tooLarge(limit: 1), .permanent), (.timedOut(.connect), .timedOut(.connect)),
    (.timedOut(.firstByte), .timedOut(.firstToken)), (.timedOut(.idle), .timedOut(.betweenTokens)),
    (.timedOut(.total), .timedOut(.total)), (.cancelled, .cancelled), (.shutDown, .cancelled), (.other, .unreachable),
  ])
  func `every error of the transport has its class`(kind: TransportError.Kind, class: ChatError.Class) async throws {
    let caller = try Caller(
      ScriptedTransport(.failure(kind)), settings: ClientSettings(retries: RetryPolicy(maximumAttempts: 1)))
    #expect(await caller.error()?.class == `class`)
  }

  @Test func `an error names its place, and neither the key nor what was asked`() async throws {
    let text = "My card number is 4111 1111 1111 1111, please forget it"
    let body = #"{"error":{"message":"bad content '\#(text)' for key sk-abc","code":400}}"#
    let caller = try Caller(ScriptedTransport(.body(body, status: 400)))
    let error = try #require(await caller.error(of: ChatRequest(model: "m", user: text)))
    #expect(
      error.description
        == "https://h/v1/chat/completions m: the server refuses the request: bad content '…' for key … (status 400)")
  }
}
