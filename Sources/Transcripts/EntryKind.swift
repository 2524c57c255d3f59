/// The kinds of entry, the cases of Apple's `Transcript.Entry`.
///
/// The raw value is what header blocks store; ``name`` is the word used in SQL, JSON and on screen.
public enum EntryKind: UInt8, Sendable, CaseIterable {
  /// What the model is told about its role.
  case instructions = 0
  /// What the user asks.
  case prompt = 1
  /// What the model thought before it went on.
  case reasoning = 2
  /// What the model asked to have done.
  case toolCalls = 3
  /// What a tool returned for one call.
  case toolOutput = 4
  /// What the model answered.
  case response = 5

  /// The word for this kind in SQL (`compactor.entry_kind`), JSON and output.
  public var name: String {
    switch self {
    case .instructions: "instructions"
    case .prompt: "prompt"
    case .reasoning: "reasoning"
    case .toolCalls: "toolCalls"
    case .toolOutput: "toolOutput"
    case .response: "response"
    }
  }

  /// The kind with this ``name``, or `nil`.
  public init?(name: String) {
    guard let kind = EntryKind.allCases.first(where: { $0.name == name }) else { return nil }
    self = kind
  }
}
