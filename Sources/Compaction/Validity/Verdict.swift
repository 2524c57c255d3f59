/// What a receiver demands of a history.
public enum Dialect: String, Sendable, CaseIterable {
  /// The chat completions of OpenAI and of most servers.
  case openAI = "openai"
  /// Templates that also want a prompt first, and then answers and prompts in turn (Mistral, Gemma, Llama 2).
  ///
  /// Calls with their results do not count in that alternation, instructions are passed over, and rendering merges
  /// prompts that stand side by side, a summary being one.
  case strictAlternation = "strict-alternation"
}

/// One thing wrong with a history.
public struct Violation: Sendable, Hashable {
  public enum Rule: String, Sendable, CaseIterable {
    case resultWithoutCall = "result_without_call"
    /// It answers a call, but does not follow its message directly.
    case resultOutOfPlace = "result_out_of_place"
    case callWithoutResult = "call_without_result"
    case onlyInstructions = "only_instructions"
    /// A text that is blank, or an assistant message with neither text nor calls.
    case blank
    case promptAfterPrompt = "prompt_after_prompt"
    case answerAfterAnswer = "answer_after_answer"
    case doesNotBeginWithPrompt = "does_not_begin_with_prompt"
    case instructionsRemoved = "instructions_removed"
    /// No range of the overlay names the entry although it covers through a later position.
    case undecided
    case decidedTwice = "decided_twice"
    case coveredWithoutSummary = "covered_without_summary"

    /// Only ``Dialect/strictAlternation`` minds.
    var isStrict: Bool {
      switch self {
      case .promptAfterPrompt, .answerAfterAnswer, .doesNotBeginWithPrompt: true
      default: false
      }
    }

    /// It concerns what stands beside an entry rather than the entry, so that its position may move.
    fileprivate var isOfNeighbours: Bool { isStrict || self == .onlyInstructions }
  }

  public var rule: Rule
  /// Of the entry concerned; 0 where it is the whole history.
  public var position: Int32

  public init(_ rule: Rule, at position: Int32) {
    self.rule = rule
    self.position = position
  }
}

/// All that is wrong with a history, in order of position, as far as headers show it.
public struct Verdict: Sendable, Equatable {
  public var violations: [Violation]

  public init(violations: [Violation]) { self.violations = violations }

  public func violations(in dialect: Dialect) -> [Violation] {
    dialect == .strictAlternation ? violations : violations.filter { !$0.rule.isStrict }
  }

  public func isLegal(in dialect: Dialect) -> Bool {
    dialect == .strictAlternation ? violations.isEmpty : violations.allSatisfy { $0.rule.isStrict }
  }

  /// Nothing is wrong with an entry that was not wrong before, and what is wrong between entries is not wrong more
  /// often.
  public func isNoWorse(than before: Verdict, in dialect: Dialect) -> Bool {
    let found = violations(in: dialect)
    if found.isEmpty { return true }
    let known = before.violations(in: dialect)
    let knownSet = Set(known)
    return found.allSatisfy { $0.rule.isOfNeighbours || knownSet.contains($0) }
      && found.count { $0.rule.isOfNeighbours } <= known.count { $0.rule.isOfNeighbours }
  }
}
