/// What a receiver demands of a history, once it is rendered for it: see `compactor.messages`.
public enum Dialect: String, Sendable, CaseIterable {
  /// The chat completions of OpenAI and of most servers.
  case openAI = "openai"
  /// The messages of Anthropic: a prompt first. Messages of one role that stand side by side are merged.
  case anthropic
  /// The contents of Gemini: a prompt first. Contents of one role that stand side by side are merged.
  case gemini
  /// Mistral's chat completions: a prompt first, and no prompt directly after a result.
  case mistral
  /// Templates that also want a prompt first, and then answers and prompts in turn (Mistral, Gemma, Llama 2).
  ///
  /// Calls with their results do not count in that alternation, instructions are passed over, and rendering merges
  /// prompts that stand side by side, a summary being one.
  case strictAlternation = "strict-alternation"
}

/// One thing wrong with a history.
public struct Violation: Sendable, Hashable {
  /// What can be wrong with a history.
  public enum Rule: String, Sendable, CaseIterable {
    /// It answers no call.
    case resultWithoutCall = "result_without_call"
    /// It answers a call, but does not follow its message directly.
    case resultOutOfPlace = "result_out_of_place"
    /// A call has no result.
    case callWithoutResult = "call_without_result"
    /// There is nothing but instructions.
    case onlyInstructions = "only_instructions"
    /// A text that is blank, or an assistant message with neither text nor calls.
    case blank
    /// It was broken by itself on arrival: a call or a result without an id, say.
    case illFormed = "ill_formed"
    /// A prompt stands directly after another.
    case promptAfterPrompt = "prompt_after_prompt"
    /// Calls or results stand directly before it, and no answer between.
    case promptAfterCalls = "prompt_after_calls"
    /// An answer stands directly after another.
    case answerAfterAnswer = "answer_after_answer"
    /// Something else comes first.
    case doesNotBeginWithPrompt = "does_not_begin_with_prompt"
    /// An overlay takes instructions away.
    case instructionsRemoved = "instructions_removed"
    /// No range of the overlay names the entry although it covers through a later position.
    case undecided
    /// Two ranges of an overlay name it.
    case decidedTwice = "decided_twice"
    /// It is covered, and no summary stands for it.
    case coveredWithoutSummary = "covered_without_summary"

    /// Whether a receiver of the dialect minds.
    public func concerns(_ dialect: Dialect) -> Bool {
      switch self {
      case .doesNotBeginWithPrompt: dialect != .openAI
      case .promptAfterPrompt, .answerAfterAnswer: dialect == .strictAlternation
      case .promptAfterCalls: dialect == .mistral
      default: true
      }
    }

    /// It concerns what stands beside an entry rather than the entry, so that its position may move.
    fileprivate var isOfNeighbours: Bool {
      switch self {
      case .promptAfterPrompt, .promptAfterCalls, .answerAfterAnswer, .doesNotBeginWithPrompt, .onlyInstructions: true
      default: false
      }
    }
  }

  /// What is wrong.
  public var rule: Rule
  /// Of the entry concerned; 0 where it is the whole history.
  public var position: Int32

  /// A violation at the position.
  public init(_ rule: Rule, at position: Int32) {
    self.rule = rule
    self.position = position
  }
}

/// All that is wrong with a history, in order of position, as far as headers show it.
public struct Verdict: Sendable, Equatable {
  /// Those of every dialect.
  public var violations: [Violation]

  /// A verdict of these violations.
  public init(violations: [Violation]) { self.violations = violations }

  /// Those that the dialect minds.
  public func violations(in dialect: Dialect) -> [Violation] {
    violations.filter { $0.rule.concerns(dialect) }
  }

  /// Whether the dialect minds nothing.
  public func isLegal(in dialect: Dialect) -> Bool {
    violations.allSatisfy { !$0.rule.concerns(dialect) }
  }

  /// Nothing is wrong with an entry that was not wrong before, and what is wrong between entries is not wrong more
  /// often.
  public func isNoWorse(than before: Verdict, in dialect: Dialect) -> Bool {
    if isLegal(in: dialect) { return true }
    let found = violations(in: dialect).map(\.comparable)
    let known = before.violations(in: dialect).map(\.comparable)
    let knownSet = Set(known)
    return found.allSatisfy { $0.rule.isOfNeighbours || knownSet.contains($0) }
      && found.count { $0.rule.isOfNeighbours } <= known.count { $0.rule.isOfNeighbours }
  }
}

extension Violation {
  /// A result that is out of place answers nothing for its receiver, whether its call is still there or not.
  fileprivate var comparable: Violation {
    rule == .resultOutOfPlace ? Violation(.resultWithoutCall, at: position) : self
  }
}
