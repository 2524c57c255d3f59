import ChatCompletions
import Testing
import Transcripts

/// The client and real servers: what is answered.
@Suite(.enabled(if: LiveServer.areNamed, LiveServer.areMissing))
struct CompletionLiveTests {
  private static func question(_ server: LiveServer, isStreamed: Bool = true, cap: Int = 40) -> ChatRequest {
    ChatRequest(
      model: server.model, messages: [ChatMessage(.user, "What is 2+2?")], maximumOutputTokens: cap, temperature: 0,
      isStreamed: isStreamed)
  }

  @Test(arguments: LiveServer.allCases, [true, false])
  func `an answer comes whole, with its end and its usage, as a stream or in one piece`(
    server: LiveServer, isStreamed: Bool
  ) async throws {
    let reply = try await server.client().complete(Self.question(server, isStreamed: isStreamed))
    #expect(reply.text.contains("4"), "\(reply.text)")
    #expect(reply.finish == .stop && reply.content.evidence == .finishReason)
    let usage = try #require(reply.usage)
    #expect((10...30).contains(usage.input) && (1...40).contains(usage.output), "\(usage)")
    #expect(reply.model == server.model)
    #expect(reply.attempts == 1, "the server takes requests as they are first written")
    let first = try #require(reply.timings.firstToken)
    if isStreamed { #expect(first < reply.timings.attempt, "the first token came before the last") }
  }

  @Test(arguments: LiveServer.allCases)
  func `an answer that reaches its cap says so, and its usage is the cap`(server: LiveServer) async throws {
    let request = ChatRequest(
      model: server.model, user: "Write a long story about a river.", maximumOutputTokens: 6, temperature: 0)
    let reply = try await server.client().complete(request)
    #expect(reply.finish == .length)
    #expect(reply.usage?.output == 6)
  }

  @Test(arguments: LiveServer.allCases)
  func `the same beginning is read from the server's cache, and counted`(server: LiveServer) async throws {
    let request = ChatRequest(
      model: server.model, system: String(repeating: "Answer the question in a few words. ", count: 20),
      user: "What is the capital of \(server == .llama ? "France" : "Italy")?", maximumOutputTokens: 4, temperature: 0)
    let client = try server.client()
    _ = try await client.complete(request)
    let usage = try #require(try await client.complete(request).usage)
    #expect(usage.cachedInput > 100 && usage.cachedInput < usage.input, "\(usage)")
  }

  @Test(arguments: LiveServer.allCases, [true, false])
  func `an answer has the shape of the schema`(server: LiveServer, isStreamed: Bool) async throws {
    let schema: JSON = [
      "type": "object",
      "properties": [
        "temperature": ["type": "integer"], "condition": ["type": "string", "enum": ["sunny", "cloudy"]],
      ],
      "required": ["temperature", "condition"], "additionalProperties": false,
    ]
    var request = ChatRequest(
      model: server.model, user: "Weather as JSON", maximumOutputTokens: 80, temperature: 0,
      responseFormat: ResponseFormat(name: "weather", schema: schema))
    request.isStreamed = isStreamed
    let reply = try await server.client().complete(request)
    let answer = try JSON(parsing: reply.text)
    #expect(answer.object?.map(\.key).sorted() == ["condition", "temperature"], "\(reply.text)")
    #expect(answer["temperature"]?.int != nil)
    #expect(["sunny", "cloudy"].contains(answer["condition"]?.string))
    #expect(reply.attempts == 1, "the schema is honoured as it was first sent")
  }

  @Test(arguments: LiveServer.allCases, [true, false])
  func `what a model thinks is no part of its answer`(server: LiveServer, isStreamed: Bool) async throws {
    let (client, model) = try server.thinkingClient()
    // The small model thinks after it has seen that earlier answers began with a thought.
    let messages = [
      ChatMessage(.user, "What is 1+1?"), ChatMessage(.assistant, "2"), ChatMessage(.user, "What is 2+1?"),
      ChatMessage(.assistant, "3"), ChatMessage(.user, "What is 2+2?"),
    ]
    let reply = try await client.complete(
      ChatRequest(model: model, messages: messages, maximumOutputTokens: 60, temperature: 0, isStreamed: isStreamed))
    #expect(reply.content.reasoning.contains("I know"), "\(reply.content)")
    #expect(reply.text.contains("4"))
    #expect(!(reply.text + reply.content.reasoning).contains("think>"))
  }
}
