import ChatCompletions
import LanguageModels
import Synchronization
import Testing
import Transcripts

/// A session on real servers.
@Suite(.enabled(if: LiveServer.areNamed, LiveServer.areMissing))
struct SessionLiveTests {
  private static let options = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 60)

  @Test(arguments: LiveServer.allCases)
  func `an answer grows snapshot by snapshot to the whole`(server: LiveServer) async throws {
    let session = LanguageModelSession(model: try server.languageModel())
    var texts: [String] = []
    for try await snapshot in session.streamResponse(to: "What is 2+2?", options: Self.options) {
      texts.append(snapshot.content)
    }
    #expect(texts.count > 2, "\(texts)")
    #expect(zip(texts, texts.dropFirst()).allSatisfy { $1.hasPrefix($0) }, "\(texts)")
    #expect(texts.last?.contains("4") == true, "\(texts)")
    #expect(session.usage.input.totalTokenCount > 10 && session.usage.output.totalTokenCount > 0)
    #expect(session.transcript.map(\.kind) == [.prompt, .response])
  }

  /// Says what the weather is, and keeps where it was asked for.
  private final class Weather: LanguageModels.Tool {
    let name = "get_weather"
    let description = "The weather of a city"
    private let asked = Mutex<[String]>([])

    struct Arguments: Generable {
      var location: String
    }

    var cities: [String] { asked.withLock { $0 } }

    func call(arguments: Arguments) async throws -> String {
      asked.withLock { $0.append(arguments.location) }
      return "Rain, 11 degrees."
    }
  }

  @Test(arguments: LiveServer.allCases)
  func `a turn calls its tool and answers with what that said`(server: LiveServer) async throws {
    let tool = Weather()
    // The small model calls the tool after it has seen that done three times.
    var entries: [Transcript.Entry] = []
    for city in ["Oslo", "Rome", "Madrid"] {
      let arguments: JSON = ["location": .string(city)]
      entries += [
        Self.prompt("What is the weather in \(city)?"),
        .toolCalls(
          .init(id: "calls \(city)", calls: [.init(id: city, toolName: tool.name, arguments: arguments.text)])),
        .toolOutput(.init(id: city, toolName: tool.name, segments: [.text(.init(content: "Sunny, 20 degrees."))])),
        Self.response("Sunny, 20 degrees."),
      ]
    }
    let session = LanguageModelSession(
      model: try server.languageModel(), tools: [tool], transcript: Transcript(entries: entries))
    let response = try await session.respond(to: "What is the weather in Paris?", options: Self.options)
    #expect(tool.cities == ["Paris"])
    #expect(response.content.contains("11 degrees"), "\(response.content)")
    #expect(
      session.transcript.suffix(4).map(\.kind) == [.prompt, .toolCalls, .toolOutput, .response])
  }

  private struct Report: Generable {
    enum Condition: String, Generable, CaseIterable { case sunny, cloudy }

    var temperature: Int
    var condition: Condition
  }

  @Test(arguments: LiveServer.allCases)
  func `an answer is a value of the type that was asked for`(server: LiveServer) async throws {
    let session = LanguageModelSession(model: try server.languageModel())
    let report = try await session.respond(to: "Weather as JSON", generating: Report.self, options: Self.options)
      .content
    // That it has a temperature and a known condition is what decoding it has shown.
    #expect((-100...100).contains(report.temperature), "\(report)")
  }

  @Test(arguments: LiveServer.allCases)
  func `reasoning is an entry of its own`(server: LiveServer) async throws {
    let (client, model) = try server.thinkingClient()
    let entries = [
      Self.prompt("What is 1+1?"), Self.response("2"), Self.prompt("What is 2+1?"), Self.response("3"),
    ]
    let session = LanguageModelSession(
      model: ChatCompletionsLanguageModel(name: model, client: client, capabilities: [.reasoning]),
      transcript: Transcript(entries: entries))
    let response = try await session.respond(to: "What is 2+2?", options: Self.options)
    #expect(response.content.contains("4") && !response.content.contains("know"), "\(response.content)")
    #expect(session.transcript.dropFirst(entries.count).map(\.kind) == [.prompt, .reasoning, .response])
  }

  @Test(arguments: LiveServer.allCases)
  func `a prompt with too many tokens is told by the server's numbers, and leaves no trace`(server: LiveServer)
    async throws
  {
    let session = LanguageModelSession(model: try server.languageModel())
    let error = await Self.error {
      try await session.respond(to: String(repeating: "word ", count: 6000), options: Self.options)
    }
    guard case LanguageModelError.contextSizeExceeded(let exceeded)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(exceeded.contextSize == LiveServer.contextSize && exceeded.tokenCount > 6000)
    #expect(session.transcript.isEmpty)
  }

  @Test(arguments: [(LiveServer.llama, 401), (.litellm, 400)])
  func `a wrong key is told by its status`(server: LiveServer, status: Int) async throws {
    let client = try server.client(key: "sk-wrong-0123456789")
    let session = LanguageModelSession(model: ChatCompletionsLanguageModel(name: server.model, client: client))
    let error = await Self.error { try await session.respond(to: "Hi", options: Self.options) }
    guard case RequestError.httpError(let found, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found == status)
  }

  @Test(arguments: [LiveServer.llama, .litellm])
  func `a server that is killed in the middle ends the stream with an error, and the turn is taken back`(
    asked: LiveServer
  ) async throws {
    let body = { (servers: StartedServers) in
      let transport = InterruptingTransport(after: 5000) { servers.kill(.llama) }
      let client = try LiveServer.client(url: servers.url(asked), key: servers.key(asked), transport: transport)
      let session = LanguageModelSession(model: ChatCompletionsLanguageModel(name: asked.model, client: client))
      let seen = Mutex("")
      let error = await Self.error {
        let options = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 1500)
        for try await snapshot in session.streamResponse(to: "Write a long story about a river.", options: options) {
          seen.withLock { $0 = snapshot.content }
        }
      }
      #expect(error != nil && !(error is CancellationError), "\(String(describing: error))")
      #expect(!seen.withLock { $0 }.isEmpty, "it was in the middle")
      #expect(session.transcript.isEmpty)
    }
    if asked == .llama {
      try await StartedServers.with("llama", body: body)
    } else {
      try await StartedServers.with("llama", "litellm", body: body)
    }
  }

  private static func prompt(_ text: String) -> Transcript.Entry {
    .prompt(.init(id: "prompt \(text)", segments: [.text(.init(content: text))]))
  }

  private static func response(_ text: String) -> Transcript.Entry {
    .response(.init(id: "response \(text)", segments: [.text(.init(content: text))]))
  }

  private static func error<Value>(_ body: () async throws -> Value) async -> (any Error)? {
    do {
      _ = try await body()
      return nil
    } catch {
      return error
    }
  }
}

extension LiveServer {
  fileprivate func languageModel() throws -> ChatCompletionsLanguageModel {
    ChatCompletionsLanguageModel(name: model, client: try client())
  }
}
