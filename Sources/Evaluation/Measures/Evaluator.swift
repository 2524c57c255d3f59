public import Compaction
import Summarization
public import Tokenization

/// A policy that is measured.
public struct EvaluatedPolicy: Sendable {
  public var name: String
  public var policy: Policy
  /// Whose rules its histories have to obey.
  public var dialect: Dialect
  public var summarize: SummaryMaking

  public init(name: String, policy: Policy, dialect: Dialect = .openAI, summarize: @escaping SummaryMaking) {
    self.name = name
    self.policy = policy
    self.dialect = dialect
    self.summarize = summarize
  }
}

/// How policies are measured.
public struct EvaluationSettings: Sendable, Equatable {
  /// Histories before calls that are looked at, of each conversation at most.
  public var looks: Int
  /// Of the random baseline.
  public var seed: Int
  /// Compacts every conversation, whatever the trigger says.
  public var ignoresTriggers: Bool
  /// Runs every stage, whether the target is reached or not.
  public var ignoresTargets: Bool

  public init(looks: Int = 40, seed: Int = 1, ignoresTriggers: Bool = false, ignoresTargets: Bool = false) {
    self.looks = looks
    self.seed = seed
    self.ignoresTriggers = ignoresTriggers
    self.ignoresTargets = ignoresTargets
  }
}

/// What a policy keeps, beside what the baselines keep at the same token budgets.
public struct PolicyMeasures: Sendable, Equatable {
  public var policy = Measures()
  public var random = Measures()
  public var lastTurns = Measures()

  public init() {}

  public subscript(_ baseline: Baseline) -> Measures {
    get {
      switch baseline {
      case .random: random
      case .lastTurns: lastTurns
      }
    }
    set {
      switch baseline {
      case .random: random = newValue
      case .lastTurns: lastTurns = newValue
      }
    }
  }

  public static func += (sum: inout PolicyMeasures, other: PolicyMeasures) {
    sum.policy += other.policy
    sum.random += other.random
    sum.lastTurns += other.lastTurns
  }
}

/// Measures policies on conversations: a value, so that conversations can be measured side by side. The same
/// conversation, policies and seed give the same measures, as long as the summaries are the same.
public struct Evaluator: Sendable {
  private let policies: [EvaluatedPolicy]
  private let settings: EvaluationSettings
  private let tokenizer: any Tokenizer
  private let forms: ShortForms

  /// - Parameter digest: of bytes, SHA-256 say, for the labels of attachments.
  public init(
    _ policies: [EvaluatedPolicy], settings: EvaluationSettings, tokenizer: any Tokenizer,
    digest: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) {
    self.policies = policies.map { evaluated in
      var evaluated = evaluated
      if settings.ignoresTriggers { evaluated.policy.trigger = Trigger(.any, []) }
      if settings.ignoresTargets { evaluated.policy.target = nil }
      return evaluated
    }
    self.settings = settings
    self.tokenizer = tokenizer
    forms = ShortForms(digest: digest)
  }

  /// - Returns: one for each policy, in their order; empty measures for a conversation without entries.
  public func measure(_ conversation: MeasuredConversation) async throws -> [PolicyMeasures] {
    guard !conversation.entries.isEmpty else { return policies.map { _ in PolicyMeasures() } }
    var normal = TextIndex()
    for entry in conversation.entries { normal.add(normalized(entry.text)) }
    let facts = ConversationFacts(conversation, normalized: normal, looks: settings.looks)
    var results: [PolicyMeasures] = []
    // Each policy has a maker of its own: it would otherwise search the short forms of the others.
    for policy in policies {
      var measuring = Measuring(
        conversation, facts, policy, seed: settings.seed, normalized: normal,
        maker: HistoryMaker(conversation, tokenizer: tokenizer, forms: forms, summarize: policy.summarize))
      try await measuring.run()
      results.append(measuring.result)
    }
    return results
  }
}
