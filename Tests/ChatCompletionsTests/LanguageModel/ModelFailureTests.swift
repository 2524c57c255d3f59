import ChatCompletions
import FoundationEssentials
import HTTPTransport
import LanguageModels
import Testing

@Suite struct ModelFailureTests {
  /// What of an error callers act on.
  private func outline(_ error: (any Error)?) -> String {
    switch error {
    case let error as LanguageModelError:
      switch error {
      case .contextSizeExceeded(let size): "contextSizeExceeded \(size.contextSize) \(size.tokenCount)"
      case .rateLimited(let limit):
        "rateLimited \(limit.resetDate.map { "\($0.timeIntervalSince1970)" } ?? "-")"
      case .refusal(let refusal): "refusal \(refusal.explanation)"
      case .unsupportedCapability(let lacking): "unsupportedCapability \(lacking.capability)"
      case .unsupportedGenerationGuide(let guide): "unsupportedGenerationGuide \(guide.schemaName)"
      default: error.description
      }
    case let error as APIError: "APIError \(error.type ?? "-") \(error.param ?? "-") \(error.code ?? "-")"
    case let error as RequestError: error.description
    case let error as ChatError: "ChatError \(error.class.name)"
    case .some(let error): "\(type(of: error))"
    case nil: "none"
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var status = 200
    var body: String
    var headers: [(String, String)] = []
    var error: String

    var testDescription: String { error }
  }

  private static let chunk = #"data: {"choices":[{"delta":{"content":"x"}}]}"# + "\n\n"

  @Test(arguments: [
    Case(
      status: 400,
      body:
        #"{"error":{"code":400,"message":"request (6031 tokens) exceeds the available context size (2048 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":6031,"n_ctx":2048}}"#,
      error: "contextSizeExceeded 2048 6031"),
    Case(status: 413, body: "", error: "contextSizeExceeded 4000 0"),
    Case(
      body:
        #"data: {"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error","n_prompt_tokens":9,"n_ctx":8}}"#
        + "\n\n", error: "contextSizeExceeded 8 9"),
    Case(
      status: 429, body: #"{"error":{"message":"slow down"}}"#, headers: [("Retry-After", "30")],
      error: "rateLimited 1696004827.0"),
    Case(
      status: 429, body: #"{"error":{"message":"You exceeded your current quota","type":"insufficient_quota"}}"#,
      error: "httpError: status 429 (type insufficient_quota)"),
    Case(
      status: 400, body: #"{"error":{"message":"filtered","code":"content_filter"}}"#, error: "guardrailViolation"),
    Case(body: stream(#"{"content":"x"}"#, finish: "content_filter"), error: "guardrailViolation"),
    Case(body: stream(#"{"refusal":"I must "}"#, #"{"refusal":"not."}"#), error: "refusal I must not."),
    Case(
      status: 401, body: #"{"error":{"message":"Invalid API Key","type":"authentication_error","code":401}}"#,
      error: "httpError: status 401 (type authentication_error, code 401)"),
    Case(status: 404, body: "<html><title>no</title></html>", error: "httpError: status 404 (type html)"),
    Case(status: 500, body: "", error: "httpError: status 500"),
    Case(
      body: chunk + #"data: {"error":{"message":"broke down","type":"server_error","param":"p","code":500}}"# + "\n\n",
      error: "APIError server_error p 500"),
    Case(body: chunk + "data: {broken\n\n", error: "invalidStreamData: what the server sent is no whole answer"),
    Case(body: chunk, error: "invalidStreamData: what the server sent is no whole answer"),
    Case(body: "<html>", error: "invalidStreamData: what the server sent is no whole answer"),
  ])
  func `a failure is told in the terms that callers act on`(example: Case) async throws {
    let asked = try await ask(.body(example.body, status: example.status, headers: example.headers))
    #expect(outline(asked.error) == example.error)
  }

  @Test(arguments: [
    (TransportError.Kind.cancelled, "CancellationError"), (.couldNotConnect, "ChatError unreachable"),
    (.timedOut(.total), "timeout"),
  ])
  func `so is a failure of the connection`(kind: TransportError.Kind, error: String) async throws {
    #expect(outline(try await ask(.failure(kind)).error) == error)
  }

  @Test(arguments: [
    (
      500, #"{"error":{"code":500,"message":"image input is not supported - hint: …","type":"server_error"}}"#,
      "unsupportedCapability vision"
    ),
    (400, #"{"error":{"message":"model:1b does not support tools"}}"#, "unsupportedCapability toolCalling"),
    (
      400,
      #"{"error":{"message":"Invalid schema for 'answer': 'pattern' is not permitted.","code":"invalid_json_schema"}}"#,
      "unsupportedGenerationGuide Answer"
    ),
  ])
  func `what a server turns out not to do is named as a capability`(
    status: Int, body: String, error: String
  ) async throws {
    let schema = try GenerationSchema(
      json: JSON(parsing: #"{"title":"Answer","type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}"#)
    )
    let asked = try await ask(
      .body(body, status: status),
      request: request(
        [prompt([.text(.init(content: "a")), image(["url": "https://h/a.png"])])],
        tools: [.init(name: "f", description: "", parameters: [:])], schema: schema))
    #expect(outline(asked.error) == error)
  }

  @Test func `the body of an error status is at hand, and in no description`() async throws {
    let body = #"{"error":{"message":"the words of the user","type":"t"}}"#
    let error = try #require(try await ask(.body(body, status: 400)).error as? RequestError)
    #expect(error == .httpError(statusCode: 400, data: Data(body.utf8)))
    #expect(!"\(error)".contains("words"))
  }

  @Test func `before the first piece a failure is asked for again, after it never`() async throws {
    let again = try await ask(.body("", status: 503), .failure(.couldNotConnect), .hello)
    #expect(again.error == nil)
    #expect(again.events.outline.first == #"response text in 1: "hello""#)
    #expect(again.transport.requests.count == 3)

    let broken = try await ask(.body(Self.chunk), .hello)
    #expect(broken.error as? RequestError == .invalidStreamData)
    #expect(broken.events.outline == [#"response text in 1: "x""#])
    #expect(broken.transport.requests.count == 1)
  }

  @Test func `what a broken answer cost is told before the error`() async throws {
    let usage = #"data: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":3}}"# + "\n\n"
    let asked = try await ask(.body(Self.chunk + usage))
    #expect(asked.error != nil)
    #expect(asked.events.outline.last == "- usage input 7 cached 0 output 3 reasoning 0")
  }

  @Test func `pieces arrive before the answer is whole`() async throws {
    let transport = ScriptedTransport(.hang(after: Self.chunk))
    let caller = try Caller(transport)
    let model = ChatCompletionsLanguageModel(name: "m", client: caller.client, deadlines: .none)
    let executor = try ChatCompletionsExecutor(configuration: model.executorConfiguration)
    let channel = LanguageModelExecutorGenerationChannel()
    // The body never ends: what is seen of it was given out while it came.
    let answering = Task {
      try await executor.respond(to: request(), model: model, streamingInto: channel)
    }
    var iterator = channel.makeAsyncIterator()
    let first = await iterator.next()
    #expect(first == .response(entryID: "response", action: .appendText("x")))
    answering.cancel()
    await #expect(throws: CancellationError.self) { try await answering.value }
  }

  @Test func `an observer may decline, and its error is the one that is thrown`() async throws {
    struct Declining: AttemptObserver, Error {
      func attemptWillBegin(_ attempt: Attempt) async throws { throw self }
      func attemptDidEnd(_ attempt: Attempt, _ outcome: AttemptOutcome) async {}
    }
    let asked = try await ask(.hello) { $0.observer = Declining() }
    #expect(asked.error is Declining)
    #expect(asked.transport.requests.isEmpty)
  }
}
