/// What a ``SummaryTask`` came to.
public enum SummaryOutcome: Sendable, Equatable {
  /// - Parameter tokens: What the summary costs in the history, its share of the message overhead included.
  case accepted(text: String, tokens: Int)
  /// No summary was made; the history stays as it is.
  case refused(SummaryRefusal)
}

/// What became of one reply.
public enum SummaryVerdict: Sendable, Equatable {
  /// It may stand for what it summarises.
  case accepted
  /// Not final: the request is due once more.
  case refused(SummaryRefusal, isFinal: Bool)
  /// No request with this digest is pending.
  case notAsked
}
