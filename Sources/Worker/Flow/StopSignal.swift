import Synchronization

/// Why a run ends before everything is done.
public enum StopReason: String, Sendable, CaseIterable {
  /// SIGTERM or SIGINT.
  case interrupted
  /// An operator cancelled the run.
  case cancelled
  /// An operator paused the run.
  case paused
  case spendExhausted = "spend_exhausted"
  /// More conversations failed than `limits.stop_when_failing` allows.
  case failing
  /// The model's server refuses every call: a wrong key, an unknown model, no credit.
  case modelUnavailable = "model_unavailable"
}

/// Asks a run to claim nothing more, and to finish or give back what it holds. The first reason stays.
public final class StopSignal: Sendable {
  private let state = Mutex<StopReason?>(nil)

  public init() {}

  public func request(_ reason: StopReason) {
    state.withLock { if $0 == nil { $0 = reason } }
  }

  public var reason: StopReason? { state.withLock { $0 } }

  var isRequested: Bool { reason != nil }
}
