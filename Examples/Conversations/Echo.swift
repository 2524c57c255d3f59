import LanguageModels
import ScriptedModels

// snippet: executor
/// A model that says what it was told. The value is small; the executor does the work of its requests.
struct EchoModel: LanguageModel {
  typealias Executor = EchoExecutor

  var prefix: String

  var capabilities: LanguageModelCapabilities { [] }
  // Models of equal configurations share one executor.
  var executorConfiguration: EchoExecutor.Configuration { .init(prefix: prefix) }
}

struct EchoExecutor: LanguageModelExecutor {
  struct Configuration: Hashable, Sendable {
    var prefix: String
  }

  let configuration: Configuration

  func respond(
    to request: LanguageModelExecutorGenerationRequest, model: EchoModel,
    streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    guard case .text(let prompt)? = request.transcript.last?.segments.first else { return }
    await channel.send(.response(action: .appendText(configuration.prefix)))
    for word in prompt.text.split(separator: " ") {
      try Task.checkCancellation()
      await channel.send(.response(action: .appendText(" \(word)")))
    }
  }
}
// end

enum Echo: Example {
  static let summary = "a model of one's own"
  static let replies: [ScriptedReply] = []

  static func run(with model: some LanguageModel) async throws {
    // Two sessions that share what their models' executors keep.
    let executors = LanguageModelExecutorCache()
    for prompt in ["Is anybody there?", "Nobody else?"] {
      let session = LanguageModelSession(model: EchoModel(prefix: "You said:"), executors: executors)
      print(try await session.respond(to: prompt).content)
    }
    print("\(executors.count) executor")
  }
}
