/// When a history is summarised.
public enum SummaryTiming: Sendable, Hashable {
  /// Before the request that the history has become too long for, which waits for the summary.
  case beforeRequest
  /// After a response, off the user's path. Requests meanwhile are sent the history as it was, and what the summary
  /// covers is settled when it is there. See `finishSummarizing()` of the session.
  case afterResponse
}

/// What becomes of a request whose history could not be summarised.
public enum SummaryFailureHandling: Sendable, Hashable {
  /// The history stays as it is, and no further summary is asked for until it has grown by a tenth. The failure stands in
  /// ``HistoryReport/failure``.
  case keepHistory
  /// The error reaches the caller of `respond`; after ``SummaryTiming/afterResponse`` the caller of the next.
  case throwError
}
