import LanguageModels
import Synchronization
import Transcripts

/// Notes what happened, in order.
final class Notes: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func add(_ line: String) { lines.withLock { $0.append(line) } }
}

extension Transcript.Entry {
  static func prompt(_ text: String) -> Transcript.Entry {
    .prompt(Transcript.Prompt(id: text, segments: [.text(id: "\(text).1", text)]))
  }

  static func response(_ text: String) -> Transcript.Entry {
    .response(Transcript.Response(id: text, segments: [.text(id: "\(text).1", text)]))
  }
}

/// A tool that is there for its name.
struct NamedTool: Tool {
  let name: String
  var description: String { "Does nothing." }
  var parameters: GenerationSchema { GenerationSchema(json: ["type": "object", "properties": [:]]) }

  func call(arguments: GeneratedContent) -> String { "done" }
}

/// A model that is there for its name. It cannot be asked.
struct NamedModel: LanguageModel {
  let name: String

  var capabilities: LanguageModelCapabilities { .all }
  var executorConfiguration: String { name }

  struct Executor: LanguageModelExecutor {
    typealias Model = NamedModel

    init(configuration: String) {}

    func respond(
      to request: LanguageModelExecutorGenerationRequest, model: NamedModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) {}
  }
}
