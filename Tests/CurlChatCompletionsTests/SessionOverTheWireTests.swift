import ChatCompletions
import CurlChatCompletions
import FoundationEssentials
import LanguageModels
import OfflineModel
import Testing
import Transcripts

/// Sessions, the client, libcurl and a server together.
@Suite struct SessionOverTheWireTests {
  /// One sentence, so that an extract of it is all of it.
  private static let question = "My order 4471 of two lamps came to Leeds with one of them broken in its box."

  @Test func `an answer streams, and says what it cost`() async throws {
    var options = OfflineModelOptions()
    options.tokenDelay = .milliseconds(1)
    try await withServer(options) { model, _ in
      let session = LanguageModelSession(model: model, instructions: "Answer.")
      let stream = session.streamResponse(to: Self.question)
      var snapshots: [String] = []
      for try await snapshot in stream { snapshots.append(snapshot.content) }
      let response = try await stream.collect()
      #expect(snapshots.count > 1 && snapshots.last == response.content)
      #expect(response.content.contains("4471"))
      #expect(zip(snapshots, snapshots.dropFirst()).allSatisfy { $1.hasPrefix($0) })
      #expect(response.usage.input.totalTokenCount > 0 && response.usage.output.totalTokenCount > 0)
      guard case .response(let entry)? = session.transcript.last else {
        Issue.record("the last entry is no response")
        return
      }
      #expect(entry.metadata?["finish_reason"] == "stop" && entry.metadata?["model"] == "extractive")
    }
  }

  @Test func `tools are called in parallel and their outputs answered`() async throws {
    try await withServer { model, _ in
      let session = LanguageModelSession(model: model, tools: [Weather()])
      let response = try await session.respond(to: #"Please get_weather {"city":"Paris"}"#)
      #expect(response.content == "It rains in Paris.")
      #expect(session.transcript.map(\.kind) == [.instructions, .prompt, .toolCalls, .toolOutput, .response])
      // The history with its calls is taken for the next turn.
      let next = try await session.respond(to: #"And get_weather {"city":"Rome"}"#)
      #expect(next.content == "It rains in Rome.")
    }
  }

  @Test func `a required tool is called without being named`() async throws {
    try await withServer { model, _ in
      let session = LanguageModelSession(model: model, tools: [Weather()], maximumToolRounds: 2)
      await #expect(throws: LanguageModelSession.Error.self) {
        _ = try await session.respond(to: "Hello there.", options: GenerationOptions(toolCallingMode: .required))
      }
    }
  }

  @Test func `an answer follows its schema`() async throws {
    try await withServer { model, _ in
      let session = LanguageModelSession(model: model)
      let recipe = try await session.respond(to: Self.question, generating: Recipe.self).content
      #expect(recipe.servings == 2 && recipe.name.contains("4471"))
      let names = try await session.respond(to: Self.question, generating: [String].self).content
      #expect(names.isEmpty)
    }
  }

  @Test(arguments: [("reasoning-only", true), ("think-tags", false)])
  func `reasoning is an entry of its own`(lie: String, isAll: Bool) async throws {
    try await withServer(fault: lie) { model, _ in
      let session = LanguageModelSession(model: model)
      let response = try await session.respond(to: Self.question)
      #expect(response.content.isEmpty == isAll)
      #expect(session.transcript.map(\.kind) == (isAll ? [.prompt, .reasoning] : [.prompt, .reasoning, .response]))
      // Reasoning that led to nothing does no harm to the next request.
      _ = try await session.respond(to: "And now?")
    }
  }

  @Test(arguments: [
    ("status=401", "httpError: status 401 (type invalid_request_error, code invalid_api_key)"),
    ("cut", "unreachable"), ("bad-json", "invalidStreamData: what the server sent is no whole answer"),
    ("no-finish", "invalidStreamData: what the server sent is no whole answer"),
    ("stream-error", "the server reports: The server had an error (type server_error)"),
  ])
  func `a failure is told, and the turn is undone`(fault: String, description: String) async throws {
    try await withServer(fault: fault) { model, server in
      let session = LanguageModelSession(model: model)
      do {
        _ = try await session.respond(to: Self.question)
        Issue.record("nothing was thrown")
      } catch let error as ChatError {
        #expect(error.class.name == description)
      } catch {
        #expect("\(error)" == description)
      }
      #expect(session.transcript.isEmpty)
    }
  }

  @Test func `a request that does not fit is told with the server's numbers`() async throws {
    var options = OfflineModelOptions()
    options.contextSize = 64
    try await withServer(options) { model, _ in
      let session = LanguageModelSession(model: model)
      let long = String(repeating: Self.question, count: 9)
      do {
        _ = try await session.respond(to: long)
        Issue.record("nothing was thrown")
      } catch LanguageModelError.contextSizeExceeded(let size) {
        #expect(size.contextSize == 64 && size.tokenCount > 64)
      }
    }
  }

  @Test func `cancelling ends the request at once, and the session can be asked again`() async throws {
    var options = OfflineModelOptions()
    options.tokenDelay = .milliseconds(1)
    try await withServer(options, fault: "stall-midway") { model, _ in
      let session = LanguageModelSession(model: model)
      let (pieces, signal) = AsyncStream<Void>.makeStream()
      let reading = Task {
        for try await snapshot in session.streamResponse(to: Self.question) where !snapshot.content.isEmpty {
          signal.yield()
        }
      }
      for await _ in pieces { break }
      reading.cancel()
      await #expect(throws: CancellationError.self) { try await reading.value }
      #expect(!session.isResponding && session.transcript.isEmpty)
    }
  }
}
