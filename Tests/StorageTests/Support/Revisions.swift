import Compaction
import FoundationEssentials
import Storage

extension Commit {
  /// A revision that drops the first two entries, covers the next two where there is a summary, and keeps the rest.
  static func compacted(
    _ claim: Claim, revision: Int32 = 1, entries: Int32 = 6, summary: String? = nil, isLive: Bool = true
  ) -> Commit {
    var ranges = [DispositionRange(PositionRange(1, 2), .dropped, stage: "rolling_window", revision: revision)]
    var kept: Int32 = 3
    if summary != nil {
      ranges.append(DispositionRange(PositionRange(3, 4), .covered, stage: "summarize", revision: revision))
      kept = 5
    }
    ranges.append(DispositionRange(PositionRange(kept, entries), .kept, stage: nil, revision: revision))
    let overlay = Overlay(
      ranges: ranges, summary: summary == nil ? nil : Overlay.Summary(before: kept, tokens: 9), coversThrough: entries)
    return Commit(
      claim: claim, outcome: .compacted,
      revision: NewRevision(
        number: revision, overlay: overlay, coveredEntries: Int(entries),
        summary: summary.map { NewSummary(text: $0, model: "m", prompt: "facts@1") }, isLive: isLive,
        dialect: "openai", verdict: "legal"),
      before: HistorySize(entries: Int(entries), turns: 3, tokens: 60),
      after: HistorySize(entries: Int(entries) - 2, turns: 2, tokens: 40), startedAt: 1_700_000_000_000_000)
  }

  static func cannotShrink(_ claim: Claim, entries: Int = 6, calls: Int = 0) -> Commit {
    Commit(
      claim: claim, outcome: .cannotShrink, reason: "nothing_to_gain",
      before: HistorySize(entries: entries, turns: 3, tokens: 60), model: ModelUse(calls: calls),
      startedAt: 1_700_000_000_000_000)
  }

  static func error(_ claim: Claim, reason: String) -> Commit {
    Commit(claim: claim, outcome: .error, reason: reason, startedAt: 1_700_000_000_000_000)
  }
}
