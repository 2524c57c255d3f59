public import Summarization

/// A model wrote no summary that may stand for a history, and the modifier was told to throw.
public struct SummaryRefused: Error, Sendable, Equatable, CustomStringConvertible {
  /// Why the last reply was none.
  public var refusal: SummaryRefusal

  /// An error for this reason.
  public init(refusal: SummaryRefusal) { self.refusal = refusal }

  /// The reason, without any text of the conversation.
  public var description: String { "the summary of the history was refused: \(refusal.rawValue)" }
}
