import CurlTransport
import Foundation
import HTTPTransport
import Jobs
import LanguageModels
import Synchronization
import Testing
import Transcripts

@testable import ChatCompletions
@testable import OfflineModel
@testable import Summarization
@testable import Worker

/// Summaries that sessions ask a server for.
@Suite struct SummarySessionTests {
  private static let request = SummaryRequest(
    system: "Summarize.\n\nWrite little.", user: "<transcript>\nuser: Order 4471 came to Leeds broken.\n</transcript>",
    maxTokens: 157, inputTokens: 0, digest: [], attempt: 1)

  /// Runs the body with a server and what a job file says of it.
  private func withModel(
    _ settings: String = "", faults: [String] = [], recordingTo file: String? = nil,
    _ body: (ModelClient) async throws -> Void
  ) async throws {
    var options = OfflineModelOptions()
    options.faults = try faults.map { try FaultRule($0) }
    options.recordFile = file
    options.retryAfter = 0
    let server = try OfflineModelServer(options)
    let transport = CurlTransport()
    do {
      let job = """
        job: a
        source: own
        compact_when: {any: [{entries: 10}]}
        target: {entries: 5}
        stages: [{summarize: {model: small, prompt: facts@1, at_most: {tokens: 100}}}]
        models:
          small:
            url: \(server.url)
            name: extractive
            price: {input: 1, output: 2}
            \(settings)
        limits: {spend: {run: 1 USD, day: 1 USD}}
        """
      let (loaded, findings) = Job.load(text: job, file: "job.yaml")
      let model = try #require(loaded?.models["small"], "\(findings.map(\.rendered))")
      try await body(
        ModelClient(
          name: "small", model: model,
          client: ChatCompletionsClient(
            endpoint: try ChatEndpoint(base: server.url), transport: transport,
            settings: ClientSettings(retries: RetryPolicy(maximumAttempts: 2, firstDelay: .milliseconds(1))))))
    } catch {
      await server.stop(within: .zero)
      throw error
    }
    await server.stop(within: .zero)
  }

  /// Runs the body with a server, and returns what it was sent.
  private func recorded(
    _ settings: String = "", faults: [String] = [], _ body: (ModelClient) async throws -> Void
  ) async throws -> [JSON] {
    let file = FileManager.default.temporaryDirectory.appending(path: "sent-\(UUID().uuidString).jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    try await withModel(settings, faults: faults, recordingTo: file.path, body)
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
      try #require(try JSON(parsing: String(line))["request"])
    }
  }

  @Test func `the server is sent the instructions, the transcript and the limits, and nothing else`() async throws {
    let sent = try await recorded("temperature: 0") { model in
      let (text, reply) = try await SummarySession(model: model, observer: Attempts()).answer(to: Self.request)
      #expect(text.contains("4471") && reply.text == text && reply.attempts == 1)
    }
    let expected: JSON = [
      "model": "extractive",
      "messages": [
        ["role": "system", "content": .string(Self.request.system)],
        ["role": "user", "content": .string(Self.request.user)],
      ],
      "max_tokens": 157, "temperature": 0, "stream": true, "stream_options": ["include_usage": true],
    ]
    // The order too, which a server's cache goes by.
    #expect(sent.map(\.text) == [expected.text])
  }

  private static var guided: SummaryRequest {
    var request = request
    request.schema = Facts.generationSchema
    return request
  }

  private struct Facts: Generable {
    var topic: String
    var open: [String]

    static let guides = [Guide(\Facts.topic, .description("What it is about"))]
  }

  @Test func `a request with a schema asks for JSON that follows it`() async throws {
    let sent = try await recorded { model in
      let (text, _) = try await SummarySession(model: model, observer: Attempts()).answer(to: Self.guided)
      let facts = try Facts(GeneratedContent(json: text))
      #expect(facts.topic.contains("4471"))
    }
    let format = try #require(sent.first?["response_format"])
    #expect(sent.count == 1 && format["type"] == "json_schema" && format["json_schema"]?["strict"] == true)
    let schema = try #require(format["json_schema"]?["schema"])
    #expect(schema["properties"]?["topic"]?["description"] == "What it is about")
    #expect(schema["required"] == ["topic", "open"])
    #expect(sent[0]["messages"]?[1]?["content"] == .string(Self.guided.user), "what it says is the same")
  }

  @Test func `a server that refuses schemas is told in words, and answers with text`() async throws {
    let sent = try await recorded(faults: ["schema-refused"]) { model in
      for _ in 0..<2 {
        let (text, _) = try await SummarySession(model: model, observer: Attempts()).answer(to: Self.guided)
        #expect(text.contains("4471") && !text.contains("{"))
      }
    }
    // Refused as a schema, then as JSON of any kind; the second summary is asked for in words at once.
    #expect(sent.map { $0["response_format"]?["type"]?.string } == ["json_schema", "json_object", nil, nil])
    #expect(sent.last?["messages"]?[1]?["content"]?.string?.contains("JSON Schema") == true)
  }

  @Test func `a server that ignores schemas is taken at its word`() async throws {
    let sent = try await recorded(faults: ["schema-ignored"]) { model in
      let (text, reply) = try await SummarySession(model: model, observer: Attempts()).answer(to: Self.guided)
      #expect(text.contains("4471") && !text.contains("{") && reply.text == text)
    }
    #expect(sent.count == 1)
  }

  @Test func `no schema is sent where the job file says so`() async throws {
    let sent = try await recorded("structured_output: false") { model in
      _ = try await SummarySession(model: model, observer: Attempts()).answer(to: Self.guided)
    }
    #expect(sent.count == 1 && sent[0]["response_format"] == nil)
    #expect(sent[0]["messages"]?[1]?["content"] == .string(Self.guided.user))
  }

  static let troubles =
    Lie.allCases.map(\.rawValue) + [
      "cut,first=1", "no-finish,first=1", "bad-json,first=1", "stream-error", "drop,first=1", "status=503,first=1",
      "status=429", "status=401", "status=400",
    ]

  /// Whoever asks the client alone is told everything: that is what a session must not change.
  @Test(arguments: troubles)
  func `a session changes neither the answer nor the attempts nor the failure`(fault: String) async throws {
    var outlines: [String] = []
    for inSession in [true, false] {
      try await withModel(faults: [fault]) { model in
        let attempts = Attempts()
        var outline: String
        do {
          let reply =
            if inSession {
              try await SummarySession(model: model, observer: attempts).answer(to: Self.request)
            } else {
              try await Self.asked(model, attempts)
            }
          var content = reply.reply.content
          content.text = reply.text
          outline = "\(content) after \(reply.reply.attempts)"
        } catch let error as ChatError {
          outline = "\(error.class) \(error.status ?? 0) after \(error.attempts)"
        }
        outlines.append(outline + "\n" + attempts.lines.joined(separator: "\n"))
      }
    }
    #expect(outlines[0] == outlines[1])
  }

  private static func asked(
    _ model: ModelClient, _ observer: any AttemptObserver
  ) async throws -> (text: String, reply: ChatReply) {
    let reply = try await model.client.complete(
      ChatRequest(
        model: model.model.name, system: request.system, user: request.user, maximumOutputTokens: request.maxTokens),
      deadlines: model.deadlines, observer: observer)
    return (reply.text, reply)
  }

  @Test func `a call that may not begin is not made, and says why`() async throws {
    try await withModel { model in
      let error = await #expect(throws: ChatError.self) {
        try await SummarySession(model: model, observer: Attempts(limit: 0)).answer(to: Self.request)
      }
      #expect(error?.class == .declined && error?.cause is SpendExhausted && error?.attempts == 0)
    }
  }

  @Test func `cancelling ends the attempt, which is reported`() async throws {
    try await withModel(faults: ["stall"]) { model in
      let attempts = Attempts()
      let asking = Task { try await SummarySession(model: model, observer: attempts).answer(to: Self.request) }
      while attempts.lines.isEmpty { await Task.yield() }
      asking.cancel()
      let error = await #expect(throws: ChatError.self) { try await asking.value }
      #expect(error?.class == .cancelled && attempts.lines.count == 2)
    }
  }
}

/// Writes down the attempts of a call, and lets so many begin.
private final class Attempts: AttemptObserver {
  private let state = Mutex<[String]>([])
  private let limit: Int

  init(limit: Int = .max) { self.limit = limit }

  var lines: [String] { state.withLock { $0 } }

  func attemptWillBegin(_ attempt: Attempt) async throws {
    guard attempt.number <= limit else { throw SpendExhausted() }
    state.withLock {
      $0.append("\(attempt.number): \(attempt.requestBytes) bytes for \(attempt.maximumOutputTokens ?? 0) tokens")
    }
  }

  func attemptDidEnd(_ attempt: Attempt, _ outcome: AttemptOutcome) async {
    let error = outcome.error?.name ?? "an answer"
    state.withLock {
      $0.append(
        "\(attempt.number): \(error) \(outcome.textBytes) \(outcome.mayBeBilled) \(String(describing: outcome.usage))")
    }
  }
}
