import LanguageModels
import ScriptedModels
import TestSupport
import Testing
import Transcripts

/// Whatever happens in a turn, what stays of it is a history that a model takes.
struct LegalHistoryTests {
  /// Replies of a turn in which anything may come at any point, an error among it.
  static func replies(seed: Int) -> [ScriptedReply] {
    var random = SeededGenerator(seed: seed)
    return (0..<6).map { _ in
      var steps: [ScriptedReply.Step] = []
      for _ in 0..<random.pick([0, 1, 2, 4]) {
        switch Int.random(in: 0..<9, using: &random) {
        case 0, 1: steps.append(.send(.reasoning(action: .appendText("hm"))))
        case 2: steps.append(.send(.response(action: .appendText(random.pick(["", "well"])))))
        case 3: steps.append(.send(.toolCalls(action: .removeToolCall(id: "1"))))
        case 4 where random.once(in: 2): steps.append(.fail(Broken()))
        default:
          let name = random.pick(["look", "gone", "broken", "quit"])
          steps.append(
            .send(
              .toolCalls(
                action: .toolCall(
                  id: random.pick(["1", "2", "3"]), name: name,
                  action: .appendArguments(random.pick(["", "", "{\"cut\""]))))))
        }
      }
      return ScriptedReply(steps)
    }
  }

  static let tools: [any Tool] = [
    StubTool("look"), StubTool("broken") { _ in throw Broken() }, StubTool("quit") { _ in throw CancellationError() },
  ]

  /// What is wrong with a history, by rules of chat completions, or `nil`.
  static func fault(in entries: [Transcript.Entry]) -> String? {
    var open: [String?] = []
    for entry in entries {
      switch entry {
      case .toolCalls(let calls):
        guard !calls.calls.isEmpty else { return "a tool-calls entry without calls" }
        open += calls.calls.map(\.id)
      case .toolOutput(let output):
        guard let index = open.firstIndex(of: output.toolCallID) else { return "an output without a call" }
        open.remove(at: index)
      case .prompt:
        guard open.isEmpty else { return "a call without an output" }
      case .response, .reasoning:
        guard !entry.segments.isEmpty else { return "an entry that says nothing" }
        for case .text(let text) in entry.segments where text.text.isEmpty { return "a blank segment" }
      case .instructions: break
      }
    }
    return open.isEmpty ? nil : "a call without an output"
  }

  /// Two turns, the first of which may fail; the last replies of the second are an answer.
  static func session(seed: Int) async -> LanguageModelSession {
    let model = ScriptedLanguageModel(replies: replies(seed: seed) + Array(repeating: .text("end"), count: 4))
    let policy: TranscriptErrorHandlingPolicy = seed.isMultiple(of: 3) ? .revertTranscript : .preserveTranscript
    let session = LanguageModelSession(model, tools: tools, policy: policy, maximumToolRounds: 3)
    for prompt in ["first", "second", "third"] {
      _ = await failure { try await session.respond(to: prompt) }
    }
    return session
  }

  @Test func `a history is legal after any turn, failed or not`() async {
    var kinds: Set<EntryKind> = []
    for seed in 0..<400 {
      let session = await Self.session(seed: seed)
      let transcript = session.transcript
      kinds.formUnion(transcript.map(\.kind))
      #expect(Self.fault(in: transcript.entries) == nil, "seed \(seed): \(transcript.lines)")
      #expect(Self.fault(in: session.wholeTranscript.entries) == nil, "seed \(seed)")
      #expect(!session.isResponding)
    }
    // The generator reaches what it is for.
    #expect(kinds == Set(EntryKind.allCases))
  }

  @Test func `a session that kept whatever had come would be found out`() {
    let isFound = (0..<400).contains { seed in
      var entries: [Transcript.Entry] = []
      for reply in Self.replies(seed: seed) {
        var accumulator = ResponseAccumulator()
        for case .send(let event) in reply.steps { accumulator.apply(event) }
        entries += accumulator.entries { $0 ?? "-" }
      }
      return Self.fault(in: entries) != nil
    }
    #expect(isFound)
  }
}
