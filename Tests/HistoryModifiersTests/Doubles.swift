import Compaction
import LanguageModels
import ScriptedModels
import Transcripts

@testable import HistoryModifiers

/// Short names for entries, by ids that say what they are.
enum Make {
  static func instructions(_ text: String = "You help with gardens.") -> Transcript.Entry {
    .instructions(Transcript.Instructions(id: "S", segments: [.text(id: "S.1", text)]))
  }

  static func prompt(_ id: String, _ text: String? = nil) -> Transcript.Entry {
    .prompt(Transcript.Prompt(id: id, segments: [.text(id: "\(id).1", text ?? "\(words) asked in \(id)")]))
  }

  static func response(_ id: String, _ text: String? = nil) -> Transcript.Entry {
    .response(Transcript.Response(id: id, segments: [.text(id: "\(id).1", text ?? "\(words) answered in \(id)")]))
  }

  static func reasoning(_ id: String) -> Transcript.Entry {
    .reasoning(Transcript.Reasoning(id: id, segments: [.text(id: "\(id).1", "\(words) thought in \(id)")]))
  }

  static func calls(_ id: String, _ callIDs: String...) -> Transcript.Entry {
    .toolCalls(
      Transcript.ToolCalls(
        id: id, calls: callIDs.map { Transcript.ToolCall(id: $0, toolName: "look", arguments: #"{"at":"bed"}"#) }))
  }

  static func output(_ callID: String, _ text: String? = nil) -> Transcript.Entry {
    .toolOutput(
      Transcript.ToolOutput(
        id: callID, toolName: "look", segments: [.text(id: "\(callID).1", text ?? "\(words) found by \(callID)")]))
  }

  /// Turns of a prompt and a response each: `U1 A1 U2 A2`.
  static func turns(_ count: Int) -> [Transcript.Entry] {
    (0..<count).flatMap { [prompt("U\($0 + 1)"), response("A\($0 + 1)")] }
  }

  /// Some thirty tokens.
  static let words =
    "The roses along the southern wall need pruning before the frost comes, and the compost heap wants turning again"
}

/// A summary that the gate takes.
let goodSummary = "The user keeps a garden with roses and compost; pruning and turning were talked about."

extension ScriptedLanguageModel {
  /// Answers everything with a few words.
  static func answering() -> ScriptedLanguageModel {
    ScriptedLanguageModel { _, index in .text("Answer \(index + 1) about the garden.") }
  }

  /// Writes a good summary each time, with its number.
  static func summarizing() -> ScriptedLanguageModel {
    ScriptedLanguageModel { _, index in .text("\(goodSummary) Part \(index + 1).") }
  }

  /// What the model was shown last.
  var lastShown: [Transcript.Entry] { recorder.requests.last?.transcript.entries ?? [] }
}

extension [Transcript.Entry] {
  /// Ids, with `Σ` before an entry at whose head a summary stands.
  var outline: String {
    map { entry in
      let isMarked = entry.segments.contains { $0.json["provenance"]?["summary"] != nil }
      return (isMarked ? "Σ" : "") + (entry.id == "instructions" ? "S" : entry.id ?? "?")
    }.joined(separator: " ")
  }

  var texts: [String] {
    flatMap { $0.segments.compactMap { if case .text(let text) = $0 { text.text } else { nil } } }
  }
}

extension LanguageModelSession {
  /// A session with these modifiers on a profile of one model.
  static func with(
    _ model: ScriptedLanguageModel = .answering(), tools: [any Tool] = [], history: [Transcript.Entry],
    _ modify: (Profile) -> any DynamicProfile
  ) -> LanguageModelSession {
    let profile = modify(
      Profile {
        Instructions("You help with gardens.")
        tools
      })
    return LanguageModelSession(profile: AnyDynamicProfile(profile).model(model), history: history)
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

/// A tool that gives back the same words each time.
struct LookTool: Tool {
  let name = "look"
  let description = "Looks at a bed."
  var parameters: GenerationSchema { GeneratedContent.generationSchema }

  func call(arguments: GeneratedContent) async throws -> String { Make.words }
}
