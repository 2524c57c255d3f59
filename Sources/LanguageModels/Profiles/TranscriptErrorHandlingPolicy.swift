/// What becomes of the transcript when a request fails or is cancelled.
public struct TranscriptErrorHandlingPolicy: Sendable, Hashable {
  private enum Kind { case revert, preserve }
  private var kind: Kind

  /// The transcript is again as it was before the request: a failed turn leaves no trace in it. This is the default.
  public static let revertTranscript = TranscriptErrorHandlingPolicy(kind: .revert)

  /// The transcript stays as it is at the failure. Its last entry may be incomplete.
  public static let preserveTranscript = TranscriptErrorHandlingPolicy(kind: .preserve)
}
