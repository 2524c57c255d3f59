import LanguageModels
import Transcripts

extension Transcript {
  /// What a model is sent, a line an entry; the instructions as they are.
  var outline: [String] { entries.map(\.outline) }

  /// The JSON of the entries, one after the other: what a server's cache of a prefix depends on.
  var bytes: String { entries.map(\.json.text).joined(separator: "\n") }
}

extension Transcript.Entry {
  var outline: String {
    let text = segments.map { segment in
      if case .text(let text) = segment { text.text } else { "…" }
    }.joined(separator: "\n")
    return switch self {
    case .instructions(let instructions):
      ([text] + instructions.toolDefinitions.map { "tool: \($0.name ?? "")" }).joined(separator: "\n")
    case .toolCalls(let calls):
      "calls: " + calls.calls.map { "\($0.toolName ?? "")\($0.arguments ?? "")" }.joined(separator: ", ")
    case .toolOutput: "output: \(text)"
    case .prompt: "prompt: \(text)"
    case .response: "response: \(text)"
    case .reasoning: "reasoning: \(text)"
    }
  }
}
