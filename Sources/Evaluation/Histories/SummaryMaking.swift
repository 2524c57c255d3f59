public import Compaction

/// What a summary is to be made of.
public struct SummaryCase: Sendable {
  /// The conversation up to where it is compacted.
  public var entries: ArraySlice<MeasuredEntry>
  public var snapshot: Snapshot
  public var draft: Draft

  /// The entries that the summary covers, in order.
  public var covered: [MeasuredEntry] {
    draft.covered.flatMap { range in
      (range.first...range.last).map { entries[entries.startIndex + Int($0) - 1] }
    }
  }
}

/// A summary, or why there is none.
public enum MadeSummary: Sendable, Equatable {
  /// - Parameter tokens: what it costs in the history, with its share of the message overhead and of its frame.
  case text(String, tokens: Int)
  /// - Parameter reason: a word or two.
  case refused(reason: String)
}

/// Writes the summary that a plan asks for.
public typealias SummaryMaking = @Sendable (SummaryCase) async throws -> MadeSummary
