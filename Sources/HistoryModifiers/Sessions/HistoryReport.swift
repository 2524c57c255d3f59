public import Compaction
public import LanguageModels

/// What the history modifiers made of a session's history.
public struct HistoryReport: Sendable {
  /// The decisions; `nil` where nothing has been dropped, shortened or summarised. Positions count the entries of the
  /// history from 2, 1 being the instructions.
  public var overlay: Overlay?
  /// The text of the summary that stands in the overlay.
  public var summary: String?
  /// The history as the session keeps it, its instructions included.
  public var whole: HistorySize
  /// The history as the model was shown it last, or will be once it has taken in a summary made after the response.
  public var shown: HistorySize
  /// What summaries cost so far. It is not part of the session's own usage.
  public var usage: LanguageModelUsage
  /// Why the last summary that was due is not there; `nil` once one is.
  public var failure: (any Error)?
}

extension LanguageModelSession {
  /// What the history modifiers of the last request made of the history; `nil` where there were none.
  public var historyReport: HistoryReport? { properties[HistoryOverlays.Key.self]?.report }

  /// Waits for summaries that are being made after a response. Not needed for them to take effect.
  public func finishSummarizing() async { await properties[HistoryOverlays.Key.self]?.finish() }
}
