import ChatCompletions
import Synchronization
import Testing

/// The client and real servers: what is refused, and what breaks.
@Suite(.enabled(if: LiveServer.areNamed, LiveServer.areMissing))
struct FailureLiveTests {
  @Test(arguments: LiveServer.allCases)
  func `a request with too many tokens is told by the server's numbers`(server: LiveServer) async throws {
    let words = 6000
    let request = ChatRequest(
      model: server.model, user: String(repeating: "word ", count: words), maximumOutputTokens: 10)
    let error = try await server.client(attempts: 3).failure(request)
    guard case .tooBig(let limit?, let requested?)? = error?.class else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(limit == LiveServer.contextSize)
    #expect(requested > words && requested < words + 100)
    #expect(error?.attempts == 1, "asking again is of no use")
  }

  @Test(arguments: LiveServer.allCases)
  func `a prompt that fits and an answer that does not is an answer that was cut`(server: LiveServer) async throws {
    let request = ChatRequest(
      model: server.model, user: String(repeating: "word ", count: 1900), maximumOutputTokens: 1000, temperature: 0)
    let reply = try await server.client().complete(request)
    // The model may find its end before the context does.
    #expect(reply.finish == .length || reply.finish == .stop)
    let usage = try #require(reply.usage)
    #expect(usage.input > 1900)
    #expect(usage.input + usage.output <= LiveServer.contextSize)
    #expect((usage.input + usage.output >= LiveServer.contextSize - 1) == (reply.finish == .length), "\(usage)")
  }

  @Test(arguments: [(LiveServer.llama, 401), (.litellm, 400)])
  func `a wrong key is an error of the endpoint, and is not shown`(server: LiveServer, status: Int) async throws {
    let key = "sk-wrong-0123456789"
    let error = try await server.client(key: key, attempts: 3).failure(ChatRequest(model: server.model, user: "Hi"))
    #expect(error?.class == .endpoint)
    #expect(error?.status == status)
    #expect(error?.attempts == 1)
    #expect(error?.description.contains(key) == false)
  }

  @Test(
    arguments: [
      ("canned", nil, 1), ("rate-limited", ChatError.Class.overload, 2), ("failing", .overload, 2),
      ("overflowing", .tooBig(limit: nil, requested: nil), 1), ("no-such-model", .endpoint, 1),
    ] as [(String, ChatError.Class?, Int)])
  func `an error of the proxy's own is of its class`(model: String, class: ChatError.Class?, attempts: Int) async throws
  {
    let observer = CountingObserver()
    let error = try await LiveServer.litellm.client(attempts: 2).failure(
      ChatRequest(model: model, user: "Hi", maximumOutputTokens: 10), observer: observer)
    #expect(error?.class == `class`)
    #expect(observer.attempts == attempts)
  }

  enum Victim: CaseIterable {
    case server, serverBehindProxy, proxy
  }

  @Test(arguments: Victim.allCases)
  func `a server that is killed in the middle of a stream leaves an error, never half an answer`(victim: Victim)
    async throws
  {
    let body = { (servers: StartedServers) in
      let asked = victim == .server ? LiveServer.llama : .litellm
      let killed = victim == .proxy ? LiveServer.litellm : .llama
      let kills = Mutex(0)
      let observer = CountingObserver()
      // So many bytes are some twenty tokens.
      let transport = InterruptingTransport(after: 5000) {
        kills.withLock { $0 += 1 }
        servers.kill(killed)
      }
      let client = try LiveServer.client(url: servers.url(asked), key: servers.key(asked), transport: transport)
      let request = ChatRequest(
        model: asked.model, user: "Write a long story about a river.", maximumOutputTokens: 1500, temperature: 0)
      let error = await client.failure(request, observer: observer)
      #expect(kills.withLock { $0 } == 1, "it was in the middle")
      let expected: [ChatError.Class] =
        switch victim {
        // The proxy says in its stream what happened behind it.
        case .serverBehindProxy: [.overload]
        case .server, .proxy: [.unreachable, .truncated]
        }
      #expect(error.map { expected.contains($0.class) } == true, "\(String(describing: error))")
      #expect(observer.outcomes.first?.textBytes ?? 0 > 0, "what had come is told to those who pay for it")
      #expect(observer.outcomes.first?.mayBeBilled == true)
      // Nobody is there any more, or nobody behind the proxy.
      let next = await client.failure(ChatRequest(model: asked.model, user: "Hi", maximumOutputTokens: 5))
      #expect(next?.class == (victim == .serverBehindProxy ? .overload : .unreachable), "\(String(describing: next))")
    }
    if victim == .server {
      try await StartedServers.with("llama", body: body)
    } else {
      try await StartedServers.with("llama", "litellm", body: body)
    }
  }
}

/// Counts attempts and keeps what became of them.
private final class CountingObserver: AttemptObserver {
  private let all = Mutex<[AttemptOutcome]>([])

  var outcomes: [AttemptOutcome] { all.withLock { $0 } }
  var attempts: Int { outcomes.count }

  func attemptWillBegin(_ attempt: Attempt) async throws {}
  func attemptDidEnd(_ attempt: Attempt, _ outcome: AttemptOutcome) async { all.withLock { $0.append(outcome) } }
}
