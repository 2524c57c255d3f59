public import Compaction

/// What a run has done so far; the sum over its workers stands in `runs.counts`.
public struct RunCounts: Sendable, Equatable {
  /// Attempts by how they ended.
  public private(set) var outcomes: [Outcome: Int] = [:]
  /// Tokens of the compacted histories before and after, by the tokenizer of the run.
  public var tokensBefore: Int64 = 0
  public var tokensAfter: Int64 = 0
  public var modelCalls: Int = 0
  /// Results of model calls that stood in the database already and were not bought again.
  public var reusedResults: Int = 0
  public var inputTokens: Int64 = 0
  public var cachedTokens: Int64 = 0
  public var outputTokens: Int64 = 0

  public init() {}

  public var attempts: Int { outcomes.values.reduce(0, +) }

  /// Attempts that ended because something failed, as `limits.stop_when_failing` counts them.
  public var failures: Int { outcomes.reduce(0) { $0 + ($1.key.isFailure ? $1.value : 0) } }

  public mutating func count(_ outcome: Outcome, _ number: Int = 1) {
    outcomes[outcome, default: 0] += number
  }

  public static func += (sum: inout RunCounts, other: RunCounts) {
    sum.outcomes.merge(other.outcomes, uniquingKeysWith: +)
    sum.tokensBefore += other.tokensBefore
    sum.tokensAfter += other.tokensAfter
    sum.modelCalls += other.modelCalls
    sum.reusedResults += other.reusedResults
    sum.inputTokens += other.inputTokens
    sum.cachedTokens += other.cachedTokens
    sum.outputTokens += other.outputTokens
  }
}

extension Outcome {
  /// Whether the attempt failed, rather than ended as the policy and the data would have it.
  public var isFailure: Bool {
    switch self {
    case .error, .modelUnavailable, .summaryRefused: true
    case .compacted, .unchanged, .cannotShrink, .overBudget, .historyInvalid, .tooLarge, .held, .lostLease,
      .spendExhausted:
      false
    }
  }
}
