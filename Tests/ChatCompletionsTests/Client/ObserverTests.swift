import ChatCompletions
import HTTPTransport
import Testing

@Suite struct ObserverTests {
  @Test func `every attempt is announced before and reported after, with what it used`() async throws {
    let cut =
      #"data: {"choices":[{"delta":{"content":"half"}}],"usage":{"prompt_tokens":7,"completion_tokens":1}}"# + "\n\n"
    let transport = ScriptedTransport(.body("", status: 503), .failure(.couldNotConnect), .body(cut), .hello)
    let observer = RecordingObserver()
    _ = try await Caller(transport).reply(observer: observer)
    #expect(observer.begun.map(\.number) == [1, 2, 3, 4])
    #expect(observer.begun.allSatisfy { $0.requestBytes > 0 && $0.maximumOutputTokens == 9 && $0.model == "m" })
    #expect(observer.ended.map(\.error) == [.overload, .unreachable, .truncated, nil])
    #expect(observer.ended.map(\.mayBeBilled) == [false, false, true, true])
    #expect(observer.ended.map(\.textBytes) == [0, 0, 4, 5])
    #expect(observer.ended.map(\.usage) == [nil, nil, TokenUsage(input: 7, output: 1), nil])
  }

  @Test func `the end of a call is told once, with the attempts that it took or why there is no answer`() async throws {
    let observer = RecordingObserver()
    let caller = try Caller(ScriptedTransport(.body("", status: 503), .hello))
    let reply = try await caller.reply(observer: observer)
    #expect(try observer.results.map { try $0.get() } == [reply] && reply.attempts == 2)
    #expect(reply.timings.firstToken != nil && reply.timings.call == .seconds(0.5))

    let failing = RecordingObserver()
    let refused = await (try Caller(ScriptedTransport(.body("", status: 401)))).error(observer: failing)
    // A request that is not sent has an end too.
    let unsent = await caller.error(of: ChatRequest(model: "", user: "u"), observer: failing)
    #expect(refused?.class == .endpoint && unsent?.attempts == 0)
    let told = failing.results.map { result in
      if case .failure(let error) = result { error.description } else { "an answer" }
    }
    #expect(told == [refused?.description, unsent?.description])
  }

  @Test func `an attempt that is declined is not made, and the reason is handed on`() async throws {
    let transport = ScriptedTransport(.body("", status: 503))
    let observer = RecordingObserver(allowing: 1)
    let error = await (try Caller(transport)).error(observer: observer)
    #expect(error?.class == .declined)
    #expect(error?.cause is RecordingObserver.Declined)
    #expect(error?.attempts == 1)
    #expect(transport.requests.count == 1)
    #expect(observer.ended.count == 1)
  }

  @Test func `an attempt that is cancelled is reported too`() async throws {
    let caller = try Caller(ScriptedTransport(.hang(after: "")))
    let observer = RecordingObserver()
    let call = Task { await caller.error(observer: observer) }
    while caller.transport.requests.isEmpty { await Task.yield() }
    call.cancel()
    #expect(await call.value?.class == .cancelled)
    #expect(observer.ended.map(\.error) == [.cancelled])
    #expect(observer.ended.map(\.mayBeBilled) == [true])
  }

  @Test func `waits are told where the server wants to be asked less, and not where it failed`() async throws {
    let busy = ScriptedTransport.Answer.body("", status: 429, headers: [("Retry-After", "20")])
    let caller = try Caller(
      ScriptedTransport(.body("", status: 503), .body("", status: 429), busy, .hello),
      settings: ClientSettings(retries: RetryPolicy(maximumAttempts: 3)))
    let first = RecordingObserver()
    #expect(await caller.error(observer: first)?.retryAfter == .seconds(20))
    #expect(first.waits == [.seconds(1)], "the second of two waits")
    let second = RecordingObserver()
    _ = try await caller.reply(observer: second)
    #expect(second.waits == [.seconds(20)], "what the first was told holds for the second")
  }
}
