import ChatCompletions
import CurlTransport
import HTTPTransport
import Testing

/// The client, the transport and a server together.
@Suite struct CompletionOverTheWireTests {
  private let transport = CurlTransport()

  private func complete(
    _ behaviour: String, deadlines: ChatDeadlines = ChatDeadlines(), attempts: Int = 1
  ) async throws -> Result<ChatReply, ChatError> {
    let client = ChatCompletionsClient(
      endpoint: try ChatEndpoint(base: TestServer.shared.url(behaviour), key: Secret("k")), transport: transport,
      settings: ClientSettings(retries: RetryPolicy(maximumAttempts: attempts, firstDelay: .milliseconds(1))))
    do throws(ChatError) {
      return .success(try await client.complete(ChatRequest(model: "m", user: "u"), deadlines: deadlines))
    } catch {
      return .failure(error)
    }
  }

  private func failure(
    _ behaviour: String, deadlines: ChatDeadlines = ChatDeadlines(), attempts: Int = 1
  ) async throws -> ChatError? {
    if case .failure(let error) = try await complete(behaviour, deadlines: deadlines, attempts: attempts) {
      error
    } else {
      nil
    }
  }

  @Test func `a stream that comes byte by byte is an answer with all its characters`() async throws {
    let reply = try await complete("/stream").get()
    #expect(reply.text == "Hello, wörld 👋")
    #expect(reply.usage == TokenUsage(input: 7, output: 2))
    #expect(reply.finish == .stop)
    #expect(reply.timings.firstToken != nil)
  }

  @Test func `an answer is there at its end marker, although the server keeps the connection open`() async throws {
    #expect(try await complete("/done-then-open").get().text == "all")
  }

  @Test(arguments: [
    ("/cut-close", ChatError.Class.truncated), ("/cut-chunked", .unreachable), ("/cut-length", .unreachable),
  ])
  func `half an answer is none, however the connection ended, and is asked for again`(
    behaviour: String, class: ChatError.Class
  ) async throws {
    let error = try await failure(behaviour, attempts: 2)
    #expect(error?.class == `class`)
    #expect(error?.attempts == 2)
  }

  private static let short = Duration.milliseconds(80)

  @Test(arguments: ["/stall-before-head", "/stall-after-head"])
  func `no token in time`(behaviour: String) async throws {
    let deadlines = ChatDeadlines(firstToken: Self.short, betweenTokens: .seconds(60), total: .seconds(60))
    #expect(try await failure(behaviour, deadlines: deadlines)?.class == .timedOut(.firstToken))
  }

  @Test(arguments: ["/stall-between-tokens", "/heartbeats"])
  func `no further token in time, whether or not the server says that it is still there`(behaviour: String) async throws
  {
    let deadlines = ChatDeadlines(firstToken: .seconds(60), betweenTokens: Self.short, total: .seconds(60))
    #expect(try await failure(behaviour, deadlines: deadlines)?.class == .timedOut(.betweenTokens))
  }

  @Test func `no end in time`() async throws {
    let deadlines = ChatDeadlines(firstToken: .seconds(60), betweenTokens: .seconds(60), total: Self.short)
    #expect(try await failure("/heartbeats", deadlines: deadlines)?.class == .timedOut(.total))
  }

  @Test func `an unknown path is an error of the endpoint that names the address`() async throws {
    let error = try await failure("/nowhere")
    #expect(error?.class == .endpoint)
    #expect(error?.description.contains("/nowhere/chat/completions") == true)
  }
}
