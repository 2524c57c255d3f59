import Synchronization

/// What the calls to one endpoint learn from each other.
final class EndpointState: Sendable {
  private struct State {
    var adaptations: [String: EndpointAdaptations] = [:]
    var breaker: CircuitBreaker
    var pausedUntil = Duration.zero
  }

  private let state: Mutex<State>

  init(_ settings: CircuitBreaker.Settings) {
    state = Mutex(State(breaker: CircuitBreaker(settings)))
  }

  func adaptations(of model: String) -> EndpointAdaptations {
    state.withLock { $0.adaptations[model] ?? EndpointAdaptations() }
  }

  /// Learns from a refusal of a request that was written with `used`. False when there is nothing to change.
  func learn(_ adaptation: Adaptation, from request: ChatRequest, written used: EndpointAdaptations) -> Bool {
    state.withLock { state in
      let known = state.adaptations[request.model] ?? EndpointAdaptations()
      // Another call has learned something meanwhile: try that first.
      if known != used { return true }
      var changed = known
      guard changed.apply(adaptation, to: request) else { return false }
      state.adaptations[request.model] = changed
      return true
    }
  }

  func admit(at now: Duration) -> CircuitBreaker.Admission {
    state.withLock { $0.breaker.admit(at: now) }
  }

  func record(_ outcome: CircuitBreaker.Outcome, of admission: CircuitBreaker.Admission, at now: Duration) {
    state.withLock { $0.breaker.record(outcome, of: admission, at: now) }
  }

  /// Holds all calls back until then.
  func pause(until moment: Duration) {
    state.withLock { $0.pausedUntil = max($0.pausedUntil, moment) }
  }

  func pauseLeft(at now: Duration) -> Duration {
    state.withLock { max(.zero, $0.pausedUntil - now) }
  }
}
