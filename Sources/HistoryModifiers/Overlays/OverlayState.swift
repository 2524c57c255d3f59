import Compaction
import LanguageModels
import Summarization
import Transcripts

/// What the modifiers of one chain have made of a session's history: an overlay over entries that do not change.
struct OverlayState: Sendable {
  var history: SessionHistory
  /// What was decided last; what was appended since follows it.
  var overlay: Overlay?
  /// The text of the overlay's summary.
  var summary: String?
  /// The revision that the summary was made by.
  var summaryRevision: Int32 = 0
  /// Chat messages in the place of entries, by position.
  var forms: [Int32: JSON] = [:]
  /// Of the overlay; the next is one more.
  var revision: Int32 = 0
  /// No summary is asked for before the conversation has so many entries.
  var summarizesFrom = 0
  /// Accepted replies, by their requests: a longer conversation asks for the same again but for its end.
  var replies: [[UInt8]: SummaryReply] = [:]
  /// What the summaries cost.
  var usage = LanguageModelUsage()

  init(history: SessionHistory) { self.history = history }

  /// Takes the entries as they are now. The overlay stays as far as it is about entries that are still there; where a
  /// summary covers one that is not, the history begins anew.
  mutating func take(_ entries: [Transcript.Entry]) {
    let unchanged = history.update(to: entries)
    summarizesFrom = min(summarizesFrom, NextLook.grown(from: history.snapshot.headers.count))
    guard let decided = overlay, unchanged < decided.coversThrough else { return }
    overlay = decided.clipped(to: unchanged)
    forms = forms.filter { $0.key <= unchanged }
    if overlay?.summary == nil { summary = nil }
  }

  /// How large the history is that the model is shown.
  var size: HistorySize { Overlay.size(of: history.snapshot, under: overlay) }
}

extension Overlay {
  /// The same decisions about entries up to a position; `nil` where a summary covers one behind it.
  func clipped(to position: Int32) -> Overlay? {
    var clipped = self
    clipped.coversThrough = position
    clipped.ranges = []
    for var range in ranges {
      if range.range.last > position {
        if range.disposition == .covered { return nil }
        guard range.range.first <= position else { continue }
        range.range.last = position
      }
      clipped.ranges.append(range)
    }
    clipped.shortForms.removeAll { $0.position > position }
    return clipped
  }
}
