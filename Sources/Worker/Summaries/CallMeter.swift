import ChatCompletions
import Jobs
import Storage
import Synchronization

/// The money for model calls of a run is used up.
struct SpendExhausted: Error {}

/// Counts what the calls of one conversation came to, and asks for the money of each through a ``RequestMeter``.
final class CallMeter: Sendable {
  private struct State {
    var use = ModelUse()
    var cost = Money.zero
  }

  private let price: Price
  private let spend: SpendGate
  private let trust: CountTrust
  private let rate: TokenRate
  private let stop: StopSignal
  private let events: Events
  private let state = Mutex(State())

  /// What is told to whoever watches.
  struct Events: Sendable {
    var onEnd: @Sendable (Attempt, AttemptOutcome, Money) -> Void = { _, _, _ in }
    var onWait: @Sendable (Duration) -> Void = { _ in }
    /// The model's server counts more tokens than the vocabulary that the job names: once a run.
    var onMiscount: @Sendable (Attempt) -> Void = { _ in }
  }

  init(
    price: Price, spend: SpendGate, trust: CountTrust, rate: TokenRate, stop: StopSignal, events: Events = Events()
  ) {
    self.price = price
    self.spend = spend
    self.trust = trust
    self.rate = rate
    self.stop = stop
    self.events = events
  }

  /// What all attempts up to now came to.
  var total: (use: ModelUse, cost: Money) { state.withLock { ($0.use, $0.cost) } }

  func named(model: String?, provider: String) {
    state.withLock { state in
      state.use.model = model ?? state.use.model
      state.use.provider = provider
    }
  }

  /// The observer of one call, which may take several attempts, one after another.
  func request(_ input: InputBound) -> RequestMeter { RequestMeter(self, input) }

  fileprivate func begin(_ attempt: Attempt, _ input: InputBound) async throws -> SpendGate.Hold {
    // Whoever waited for its turn until now finds that nothing more is to be bought.
    if stop.isRequested { throw CancellationError() }
    let output = attempt.maximumOutputTokens ?? 0
    let hold = try await spend.reserve(
      price.cost(input: input.most(of: attempt.requestBytes, trustingCounts: trust.isHeld), output: output),
      likely: price.cost(input: input.likely, output: output))
    guard let hold else { throw SpendExhausted() }
    do {
      try await rate.wait(for: input.likely + output)
    } catch {
      await spend.settle(hold, spent: .zero)
      throw error
    }
    return hold
  }

  fileprivate func end(
    _ attempt: Attempt, _ outcome: AttemptOutcome, _ input: InputBound, _ hold: SpendGate.Hold
  ) async {
    var cost = Money.zero
    if outcome.mayBeBilled {
      // What ends without saying what it used counts as what it was sent and what had come.
      let usage = outcome.usage ?? TokenUsage(input: input.likely, output: outcome.textBytes / 4)
      cost = price.cost(input: usage.input, cached: usage.cachedInput, output: usage.output)
      state.withLock { state in
        state.use.calls += 1
        state.use.inputTokens += usage.input
        state.use.cachedTokens += usage.cachedInput
        state.use.outputTokens += usage.output
        state.cost = state.cost + cost
      }
      if let bound = input.byCount, usage.input > bound, trust.lose() { events.onMiscount(attempt) }
    }
    let likely = input.likely + (attempt.maximumOutputTokens ?? 0)
    rate.settle(taken: likely, used: outcome.usage.map { $0.input + $0.output } ?? likely)
    await spend.settle(hold, spent: cost)
    events.onEnd(attempt, outcome, cost)
  }

  fileprivate func wait(_ time: Duration) { events.onWait(time) }
}

/// Asks for the money before each attempt of one call, and no sooner: what an attempt may cost at most is set aside for it,
/// and what it cost takes the place of that before the next one asks. So no number of workers spends more than the limits.
final class RequestMeter: AttemptObserver, Sendable {
  private let meter: CallMeter
  private let input: InputBound
  private let hold = Mutex<SpendGate.Hold?>(nil)

  fileprivate init(_ meter: CallMeter, _ input: InputBound) {
    self.meter = meter
    self.input = input
  }

  func attemptWillBegin(_ attempt: Attempt) async throws {
    let new = try await meter.begin(attempt, input)
    hold.withLock { $0 = new }
  }

  func attemptDidEnd(_ attempt: Attempt, _ outcome: AttemptOutcome) async {
    let held = hold.withLock { hold in
      defer { hold = nil }
      return hold
    }
    await meter.end(attempt, outcome, input, held ?? .free)
  }

  func willWait(_ time: Duration) { meter.wait(time) }
}
