import ChatCompletions
import Jobs
import Storage
import Synchronization

/// The money for model calls of a run is used up.
struct SpendExhausted: Error {}

/// Asks for the money before each attempt of one conversation's calls, and counts what they came to.
///
/// What an attempt may cost at most is reserved first and settled after it, so that no number of workers spends more
/// than the limits: an attempt that ends without saying what it used counts as what it was sent and what had come.
final class CallMeter: AttemptObserver, Sendable {
  private struct State {
    var use = ModelUse()
    var cost = Money.zero
  }

  private let price: Price
  private let spend: SpendGate
  private let rate: TokenRate
  private let stop: StopSignal
  private let onEnd: @Sendable (Attempt, AttemptOutcome, Money) -> Void
  private let onWait: @Sendable (Duration) -> Void
  private let state = Mutex(State())

  init(
    price: Price, spend: SpendGate, rate: TokenRate, stop: StopSignal,
    onEnd: @escaping @Sendable (Attempt, AttemptOutcome, Money) -> Void, onWait: @escaping @Sendable (Duration) -> Void
  ) {
    self.price = price
    self.spend = spend
    self.rate = rate
    self.stop = stop
    self.onEnd = onEnd
    self.onWait = onWait
  }

  /// What all attempts up to now came to.
  var total: (use: ModelUse, cost: Money) { state.withLock { ($0.use, $0.cost) } }

  func named(model: String?, provider: String) {
    state.withLock { state in
      state.use.model = model ?? state.use.model
      state.use.provider = provider
    }
  }

  func attemptWillBegin(_ attempt: Attempt) async throws {
    // Whoever waited for its turn until now finds that nothing more is to be bought.
    if stop.isRequested { throw CancellationError() }
    // A token is never shorter than a byte.
    let most = price.cost(input: attempt.requestBytes, output: attempt.maximumOutputTokens ?? 0)
    guard try await spend.reserve(most) else { throw SpendExhausted() }
    do {
      try await rate.wait(for: attempt.likelyTokens)
    } catch {
      await spend.settle(reserved: most, spent: .zero)
      throw error
    }
  }

  func attemptDidEnd(_ attempt: Attempt, _ outcome: AttemptOutcome) async {
    let most = price.cost(input: attempt.requestBytes, output: attempt.maximumOutputTokens ?? 0)
    var cost = Money.zero
    if outcome.mayBeBilled {
      let usage = outcome.usage ?? TokenUsage(input: attempt.requestBytes / 4, output: outcome.textBytes / 4)
      cost = price.cost(input: usage.input, cached: usage.cachedInput, output: usage.output)
      state.withLock { state in
        state.use.calls += 1
        state.use.inputTokens += usage.input
        state.use.cachedTokens += usage.cachedInput
        state.use.outputTokens += usage.output
        state.cost = state.cost + cost
      }
    }
    rate.settle(
      taken: attempt.likelyTokens, used: outcome.usage.map { $0.input + $0.output } ?? attempt.likelyTokens)
    await spend.settle(reserved: most, spent: cost)
    onEnd(attempt, outcome, cost)
  }

  func willWait(_ time: Duration) { onWait(time) }
}

extension Attempt {
  /// What the rate limit takes before the server has said what was used.
  fileprivate var likelyTokens: Int { requestBytes / 4 + (maximumOutputTokens ?? 0) }
}
