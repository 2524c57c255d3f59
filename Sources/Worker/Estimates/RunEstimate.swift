public import Compaction
public import Jobs

/// What a run would do, and what it would cost, as far as that can be known before a model has answered.
public struct RunEstimate: Sendable, Equatable {
  public private(set) var outcomes: [Outcome: Int] = [:]
  public private(set) var entriesBefore = 0
  public private(set) var entriesAfter = 0
  public private(set) var tokensBefore = 0
  /// With every summary as large as it may be.
  public private(set) var tokensAfter = 0
  public private(set) var modelCalls = 0
  public private(set) var inputTokens = 0
  public private(set) var outputTokens = 0
  public private(set) var cost = Money.zero

  /// What is assumed of a model's speed, where nothing is known: seconds a call.
  public static let assumedCallSeconds = 5.0

  public init() {}

  public var conversations: Int { outcomes.values.reduce(0, +) }

  /// Seconds of model calls at the job's limits: the slower of the rate of tokens and the calls in flight.
  public func modelSeconds(within limits: Limits) -> Double {
    let byCalls = Double(modelCalls) * Self.assumedCallSeconds / Double(max(1, limits.modelCallsInFlight))
    let byTokens = limits.tokensPerMinute.map { Double(inputTokens + outputTokens) / Double(max(1, $0)) * 60 } ?? 0
    return max(byCalls, byTokens)
  }

  mutating func add(unchanged: HistorySize) { count(.unchanged, unchanged, unchanged) }

  mutating func add(cannotShrink size: HistorySize) { count(.cannotShrink, size, size) }

  mutating func add(failed: Void) { outcomes[.error, default: 0] += 1 }

  mutating func add(settled before: HistorySize, _ after: HistorySize) { count(.compacted, before, after) }

  /// - Parameters:
  ///   - source: tokens of everything that the summary would cover.
  ///   - chunk: tokens of it that one request may hold.
  mutating func add(draft: Draft, source: Int, chunk: Int, price: Price) {
    var settlement = draft.settle(summaryTokens: draft.budgetTokens)
    // What stages behind the summary would make shorter is not counted.
    while case .needsShortForms(let next) = settlement {
      settlement = next.settle(tokens: next.positions.map { _ in nil })
    }
    switch settlement {
    case .settled(let plan): count(.compacted, plan.before, plan.after)
    // A summary of the largest size would gain nothing; a smaller one may.
    case .cannotShrink, .needsShortForms, .needsSummary: count(.compacted, draft.before, draft.before)
    }
    // Chunks, and the requests that merge their summaries.
    let chunks = max(1, (source + chunk - 1) / max(1, chunk))
    let calls = chunks == 1 ? 1 : chunks + (chunks + 7) / 8
    // The instructions to the model, and what merging reads again.
    let input = source + calls * 350 + (chunks == 1 ? 0 : chunks * draft.budgetTokens)
    let output = calls * draft.budgetTokens
    modelCalls += calls
    inputTokens += input
    outputTokens += output
    cost = cost + price.cost(input: input, output: output)
  }

  private mutating func count(_ outcome: Outcome, _ before: HistorySize, _ after: HistorySize) {
    outcomes[outcome, default: 0] += 1
    guard outcome == .compacted else { return }
    entriesBefore += before.entries
    entriesAfter += after.entries
    tokensBefore += before.tokens
    tokensAfter += min(before.tokens, after.tokens)
  }
}
