import Compaction
import TestSupport
import Transcripts

/// Properties of repairs, of the minimum gain, and of calls that are dead.
extension Property {
  package static let gainsEnough = Property { round in
    guard let overlay = round.made.overlay, let minimum = round.input.policy.minimumGain else { return nil }
    let before = Overlay.size(of: round.input.snapshot, under: round.input.previous)
    let after = Overlay.size(of: round.input.snapshot, under: overlay)
    let isRepair = overlay.ranges.contains { $0.stage == "repair" && $0.revision == round.input.revision }
    let isBudget = round.input.policy.stages.contains { stage in
      if case .hardBudget(let budget) = stage { before.tokens > budget.tokens } else { false }
    }
    if isRepair || isBudget { return nil }
    let needed: Double =
      switch minimum {
      case .tokens(let count): Double(count)
      case .share(let millionths): Double(before.tokens) * Double(millionths) / 1e6
      }
    return Double(before.tokens - after.tokens) >= needed
      ? nil : "\(before.tokens) tokens became \(after.tokens), and the least gain is \(minimum)"
  }

  /// Looked for without groups: results whose call is not before them, once everything else may go.
  package static let repairsWhatItMay = Property { round in
    guard let overlay = round.made.overlay else { return nil }
    let snapshot = round.input.snapshot
    let policy = round.input.policy
    let repaired = snapshot.headers.filter { isRepaired($0, overlay) && isNew($0, overlay, round) }
    if policy.repairs.isEmpty, let first = repaired.first { return "\(first.position) is repaired, and was not to be" }
    if repaired.contains(where: { $0.kind == .instructions || $0.flags.contains(.pinned) }) {
      return "instructions or what is pinned is repaired"
    }
    guard policy.repairs.contains(.resultsWithoutCall), policy.protection.roles.isEmpty else { return nil }
    let owned = Set(pairs(of: snapshot).flatMap(\.entries))
    let last = snapshot.headers.last { $0.kind != .instructions && isPresent($0.position, round.input.previous) }
    let orphan = snapshot.headers.first { header in
      header.kind == .toolOutput && !owned.contains(header.position) && header.position != last?.position
        && !header.flags.contains(.pinned) && isPresent(header.position, overlay)
    }
    return orphan.map { "result \($0.position) answers nothing and is left" }
  }

  /// With a window of one turn, nothing but the last turn and what is locked for another reason is left.
  package static let deadCallsGoWithTheirTurn = Property { round in
    guard let overlay = round.made.overlay, !round.input.policy.protection.deadCalls else { return nil }
    let policy = round.input.policy
    guard policy.stages.contains(.hardBudget(HardBudget(tokens: .min))), policy.protection.lastTurns <= 1,
      policy.protection.tools.isEmpty, policy.protection.roles.isEmpty
    else { return nil }
    let snapshot = round.input.snapshot
    guard !snapshot.headers.contains(where: { $0.flags.contains(.pinned) }) else { return nil }
    for group in pairs(of: snapshot) where group.isUnanswered && isDead(group.entries[0], snapshot) {
      let turn = snapshot.headers.last { $0.kind == .prompt && $0.position > group.entries[0] }
      let crossing = snapshot.headers.last { $0.position == group.entries.last }
      guard let turn, let crossing, crossing.position < turn.position else { continue }
      if isPresent(group.entries[0], overlay), !isFramed(group.entries[0], snapshot, overlay) {
        return "calls \(group.entries) are dead and stay"
      }
    }
    return nil
  }

  /// Whether a legal cut behind the entry is wanting: a group reaches from before it to the last turn.
  private static func isFramed(_ position: Int32, _ snapshot: Snapshot, _ overlay: Overlay) -> Bool {
    let cuts = CutPoints(of: snapshot).betweenTurns.map { snapshot.headers[Int($0)].position }
    return !cuts.contains { $0 > position }
  }

  private static func isNew(_ header: EntryHeader, _ overlay: Overlay, _ round: Round) -> Bool {
    overlay.ranges.first { $0.range.contains(header.position) }?.revision == round.input.revision
  }
}
