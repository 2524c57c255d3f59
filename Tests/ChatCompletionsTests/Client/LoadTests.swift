@testable import ChatCompletions
import HTTPTransport
import Testing

@Suite struct LoadTests {
  @Test func `no more requests are under way than the settings allow`() async throws {
    let caller = try Caller(ScriptedTransport(.hello), settings: ClientSettings(maximumInFlight: 4))
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<60 { group.addTask { try await caller.reply().text } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(texts == Array(repeating: "hello", count: 60))
    #expect(caller.transport.mostUnderWay <= 4)
    #expect(caller.transport.mostUnderWay > 1)
    #expect(caller.client.concurrency.inFlight == 0)
  }

  @Test func `a server that says it is busy gets less at a time`() async throws {
    let caller = try Caller(
      ScriptedTransport(.body("", status: 429), .hello), settings: ClientSettings(maximumInFlight: 8))
    _ = try await caller.reply()
    #expect(caller.client.concurrency.limit == 4)
  }

  @Test func `an endpoint that fails again and again is left alone, and tried again after a pause`() async throws {
    let settings = ClientSettings(
      retries: RetryPolicy(maximumAttempts: 1),
      circuitBreaker: .init(failures: 3, firstPause: .seconds(10), longestPause: .seconds(60)))
    let down = ScriptedTransport.Answer.failure(.couldNotConnect)
    let caller = try Caller(ScriptedTransport(down, down, down, .hello), settings: settings)
    for _ in 0..<3 { #expect(await caller.error()?.class == .unreachable) }
    let refused = await caller.error()
    #expect(refused?.class == .circuitOpen)
    #expect(refused?.attempts == 0)
    #expect(caller.transport.requests.count == 3)
    caller.clock.advance(by: .seconds(10))
    #expect(try await caller.reply().text == "hello")
  }

  @Test func `a wrong key stops all calls after the first`() async throws {
    let caller = try Caller(ScriptedTransport(.body("", status: 401)))
    #expect(await caller.error()?.class == .endpoint)
    #expect(await caller.error()?.class == .circuitOpen)
    #expect(caller.transport.requests.count == 1)
  }

  @Test func `a call that is cancelled in the queue leaves it`() async throws {
    let limiter = ConcurrencyLimiter(maximum: 1)
    let first = try #require(await limiter.acquire())
    let queued = Task { await limiter.acquire() }
    let behind = Task { await limiter.acquire() }
    queued.cancel()
    #expect(await queued.value == nil)
    limiter.release(first, .clean)
    let next = try #require(await behind.value)
    limiter.release(next, .clean)
    #expect(limiter.current.inFlight == 0)
  }

  @Test func `a call that is cancelled while it waits for its next attempt ends`() async throws {
    let caller = try Caller(ScriptedTransport(.body("", status: 503)))
    let call = Task { () -> ChatError? in
      withUnsafeCurrentTask { $0?.cancel() }
      return await caller.error()
    }
    #expect(await call.value?.class == .cancelled)
  }
}
