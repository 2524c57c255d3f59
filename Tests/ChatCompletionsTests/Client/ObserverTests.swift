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
}
