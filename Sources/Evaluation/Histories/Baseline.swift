import Compaction
import Transcripts

/// What anybody could do without a policy: the yardsticks beside every policy, at its token budget.
public enum Baseline: String, Sendable, CaseIterable {
  /// Groups drawn by lot, as many as fit.
  case random
  /// The newest groups, as many as fit.
  case lastTurns = "last_turns"

  /// Keeps the instructions and whole groups of at most so many tokens.
  func overlay(of snapshot: Snapshot, budget: Int, seed: Int) -> Overlay {
    let groups = Groups(of: snapshot)
    var cost = Array(repeating: 0, count: groups.all.count)
    for index in snapshot.headers.indices {
      cost[Int(groups.groupOfEntry[index])] += Int(snapshot.headers[index].tokens)
    }
    var isKept = groups.all.map { $0.kind == .instructions }
    var left = budget - groups.all.indices.reduce(0) { isKept[$1] ? $0 + cost[$1] : $0 }
    let candidates = groups.all.indices.filter { !isKept[$0] }
    switch self {
    case .lastTurns:
      for group in candidates.reversed() {
        guard cost[group] <= left else { break }
        isKept[group] = true
        left -= cost[group]
      }
    case .random:
      var numbers = SeededNumbers(seed: seed)
      for group in candidates.shuffled(using: &numbers) where cost[group] <= left {
        isKept[group] = true
        left -= cost[group]
      }
    }
    return Self.overlay(of: snapshot) { isKept[Int(groups.groupOfEntry[$0])] }
  }

  private static func overlay(of snapshot: Snapshot, where isKept: (Int) -> Bool) -> Overlay {
    var ranges: [DispositionRange] = []
    for (index, header) in snapshot.headers.enumerated() {
      let disposition = isKept(index) ? Disposition.kept : .dropped
      if ranges.last?.disposition == disposition {
        ranges[ranges.count - 1].range.last = header.position
      } else {
        ranges.append(DispositionRange(PositionRange(header.position, header.position), disposition, revision: 1))
      }
    }
    return Overlay(ranges: ranges, summary: nil, coversThrough: snapshot.headers.last?.position ?? 0)
  }
}
