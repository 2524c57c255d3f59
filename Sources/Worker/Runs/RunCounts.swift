public import Compaction
public import Jobs

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
  public var cost = Money.zero

  public init() {}

  public var attempts: Int { outcomes.values.reduce(0, +) }

  /// Conversations that were seen to: whoever lost its claim leaves the conversation to another attempt.
  public var conversations: Int { attempts - (outcomes[.lostLease] ?? 0) }

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
    sum.cost = sum.cost + other.cost
  }
}

extension RunCounts {
  /// As `runs.counts` holds them: outcomes by their names, and the sums.
  var numbers: [String: Int64] {
    var numbers: [String: Int64] = [
      "tokens_before": tokensBefore, "tokens_after": tokensAfter, "model_calls": Int64(modelCalls),
      "reused_results": Int64(reusedResults), "input_tokens": inputTokens, "cached_tokens": cachedTokens,
      "output_tokens": outputTokens,
    ]
    for (outcome, number) in outcomes { numbers[outcome.rawValue] = Int64(number) }
    return numbers.filter { $0.value != 0 }
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
