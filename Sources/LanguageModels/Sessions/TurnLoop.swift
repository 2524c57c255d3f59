import Transcripts

/// Decides, after each reply of the model, how its turn goes on.
struct TurnLoop: Sendable {
  enum Step: Sendable, Hashable {
    /// The reply is the answer.
    case answer
    /// These calls are to be run, and the model asked again.
    case run([Transcript.ToolCall])
    /// The calls are one round too many.
    case giveUp
  }

  let limit: Int
  /// How often tools were run.
  private(set) var rounds = 0

  /// - Parameter limit: How often tools may be run.
  init(limit: Int) { self.limit = limit }

  /// - Parameter reply: The entries that the model answered with.
  mutating func step(after reply: [Transcript.Entry]) -> Step {
    let calls = reply.toolCalls
    guard !calls.isEmpty else { return .answer }
    guard rounds < limit else { return .giveUp }
    rounds += 1
    return .run(calls)
  }
}

extension [Transcript.Entry] {
  /// The calls of all tool-calls entries, in their order.
  var toolCalls: [Transcript.ToolCall] {
    flatMap { entry -> [Transcript.ToolCall] in
      if case .toolCalls(let calls) = entry { calls.calls } else { [] }
    }
  }
}
