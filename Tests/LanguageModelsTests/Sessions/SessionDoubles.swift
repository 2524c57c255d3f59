import LanguageModels
import ScriptedModels
import Synchronization
import Transcripts

/// Arguments of any shape.
typealias Anything = GeneratedContent

/// A tool that does what a test says.
struct StubTool: Tool {
  let name: String
  let description = "Does what the test says."
  var parameters: GenerationSchema { GeneratedContent.generationSchema }
  var action: @Sendable (GeneratedContent) async throws -> String

  init(_ name: String, _ action: @escaping @Sendable (GeneratedContent) async throws -> String = { _ in "done" }) {
    self.name = name
    self.action = action
  }

  func call(arguments: GeneratedContent) async throws -> String { try await action(arguments) }
}

struct Broken: Error, Equatable {
  var secret = "what the user said"
}

extension Transcript {
  /// One line an entry: its kind and text, or its calls.
  var lines: [String] { entries.lines }
}

extension Sequence<Transcript.Entry> {
  var lines: [String] {
    map { entry in
      if case .toolCalls(let calls) = entry {
        return "toolCalls " + calls.calls.map { "\($0.toolName ?? "")\($0.arguments ?? "")" }.joined(separator: " ")
      }
      let segments = entry.segments.map { segment in
        switch segment {
        case .text(let text): text.text
        case .structure(let structure): structure.content.text
        case .attachment(let attachment): "<\(attachment.type ?? "?")>"
        }
      }
      return "\(entry.kind.name) " + segments.joined(separator: "|")
    }
  }
}

extension LanguageModelSession {
  /// A session with a policy of what a failed turn leaves.
  convenience init(
    _ model: ScriptedLanguageModel, tools: [any Tool] = [], policy: TranscriptErrorHandlingPolicy,
    maximumToolRounds: Int = 50
  ) {
    self.init(model: model, tools: tools, maximumToolRounds: maximumToolRounds)
    transcriptErrorHandlingPolicy = policy
  }
}

/// The error that an operation throws, or `nil`.
func failure(of operation: () async throws -> Void) async -> (any Error)? {
  do {
    try await operation()
    return nil
  } catch {
    return error
  }
}
