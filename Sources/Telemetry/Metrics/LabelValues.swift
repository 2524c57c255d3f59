// The closed sets of label values that are not defined elsewhere.

/// The stages of the flow.
public enum FlowStage: String, Sendable, CaseIterable {
  case claim
  case load
  case plan
  case shorten
  case summarize
  case commit
}

/// How a run ended.
public enum RunEnding: String, Sendable, CaseIterable {
  case finished
  case failed
  /// A limit of the job stopped it.
  case stopped
  case cancelled
  case interrupted
}

/// What work may have to wait for.
public enum ThrottleReason: String, Sendable, CaseIterable {
  /// The model's server said that it is asked too much.
  case modelLimit = "model_limit"
  /// The job's own `tokens_per_minute`.
  case jobLimit = "job_limit"
}

/// How one attempt at a model call ended: `success`, or the class of its error.
public enum ModelCallResult: String, Sendable, CaseIterable {
  case success
  case overload
  case unreachable
  case timedOut = "timed_out"
  case truncated
  case malformed
  case quota
  case tooBig = "too_big"
  case adaptable
  case contentFilter = "content_filter"
  case permanent
  case endpoint
  /// Not asked: the server has failed too often lately.
  case circuitOpen = "circuit_open"
  /// Not asked: the limit on spend is reached.
  case declined
  case cancelled
  case other

  /// By the word for the error's class; nil is success, and a word that is not known is `other`.
  public init(error: String?) {
    self = error.map { Self(rawValue: $0) ?? .other } ?? .success
  }
}

public enum ModelTokenType: String, Sendable, CaseIterable {
  case input
  case cached
  case output
  case reasoning
}

public enum SpendPeriod: String, Sendable, CaseIterable {
  case run
  case day
}

/// What came of a summary at a gate.
public enum GateVerdict: String, Sendable, CaseIterable {
  case passed
  /// Below the share at which the gate warns; accepted.
  case warned
  case refused
}

/// What was redacted.
public enum RedactedKind: String, Sendable, CaseIterable {
  case keys
  case cards
  case mailAddresses = "mail_addresses"
  case phoneNumbers = "phone_numbers"
  /// By patterns of a job's own.
  case ownPatterns = "own_patterns"
}
