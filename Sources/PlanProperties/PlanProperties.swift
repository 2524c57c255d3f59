package import Compaction
import TestSupport
import Transcripts

extension Property {
  package static let partition = Property { round in
    guard let overlay = round.made.overlay else { return nil }
    for header in round.input.snapshot.headers {
      let ranges = overlay.ranges.filter { $0.range.contains(header.position) }
      if ranges.count != 1 { return "entry \(header.position) has \(ranges.count) dispositions" }
    }
    if overlay.coversThrough != round.input.snapshot.headers.last?.position { return "it covers through another end" }
    for (range, next) in zip(overlay.ranges, overlay.ranges.dropFirst()) {
      if range.range.last >= next.range.first { return "\(range.range) and \(next.range) overlap" }
      if range.disposition == next.disposition, range.stage == next.stage, range.revision == next.revision {
        return "\(range.range) and \(next.range) are one"
      }
    }
    return nil
  }

  /// Judged against the originals: for transcripts that are legal as they came.
  package static let legality = Property { round in
    let before = Verdict(of: round.input.snapshot)
    let after = Verdict(of: round.input.snapshot, under: round.overlay)
    for dialect in Dialect.allCases where before.isLegal(in: dialect) && !after.isLegal(in: dialect) {
      return "\(dialect): \(after.violations(in: dialect))"
    }
    return nil
  }

  package static let neverWorse = Property { round in
    let original = Verdict(of: round.input.snapshot)
    let before = Verdict(of: round.input.snapshot, under: round.input.previous)
    let after = Verdict(of: round.input.snapshot, under: round.overlay)
    for dialect in Dialect.allCases {
      if !after.isNoWorse(than: before, in: dialect) {
        return "\(dialect): \(after.violations(in: dialect)), and before \(before.violations(in: dialect))"
      }
      if !after.isNoWorse(than: original, in: dialect) {
        return "\(dialect): \(after.violations(in: dialect)), and in the originals \(original.violations(in: dialect))"
      }
    }
    return nil
  }

  package static let neverGrows = Property { round in
    let before = Overlay.size(of: round.input.snapshot, under: round.input.previous)
    let after = Overlay.size(of: round.input.snapshot, under: round.overlay)
    if after.tokens > before.tokens { return "\(before) became \(after)" }
    return round.made.overlay != nil && after == before ? "a revision that removes nothing" : nil
  }

  package static let belowTriggerUnchanged = Property { round in
    guard round.made.overlay != nil else { return nil }
    let size = Overlay.size(of: round.input.snapshot, under: round.input.previous)
    let trigger = round.input.policy.trigger
    let left = round.input.snapshot.headers.filter { isPresent($0.position, round.input.previous) }
    let holds = trigger.conditions.map { condition in
      switch condition {
      case .entries(let count): size.entries >= count
      case .turns(let count): size.turns >= count
      case .tokens(let count): size.tokens >= count
      case .toolCalls(let count):
        left.filter { $0.kind == .toolCalls }.reduce(0) { $0 + Int($1.callCount) } >= count
      case .age(let seconds): age(of: left, round.input).map { $0 >= Double(seconds) } ?? false
      case .idle(let seconds): Double(round.input.now - round.input.lastAppend) / 1e6 >= Double(seconds)
      }
    }
    let isDue = trigger.combination == .any ? holds.isEmpty || holds.contains(true) : !holds.contains(false)
    return isDue ? nil : "\(size) is below \(trigger)"
  }

  /// In seconds.
  private static func age(of headers: [EntryHeader], _ input: PlanningInput) -> Double? {
    let first = input.snapshot.headers.first { $0.kind == .prompt }?.message
    let isExempt = { (header: EntryHeader) in
      header.kind == .instructions
        || input.policy.protection.firstPrompt && header.kind == .prompt && header.message == first
    }
    let times = headers.filter { !isExempt($0) && $0.time != EntryHeader.noTime }.map(\.time)
    return times.min().map { Double(input.now - $0) / 1e6 }
  }

  package static let removedStaysRemoved = Property { round in
    guard let previous = round.input.previous else { return nil }
    for header in round.input.snapshot.headers {
      let before = previous.disposition(of: header.position)
      let after = (round.overlay ?? previous).disposition(of: header.position)
      if before == .dropped || before == .covered, before != after {
        return "entry \(header.position) was \(before) and is \(after)"
      }
      guard before == .replaced else { continue }
      if after == .kept { return "entry \(header.position) was replaced and is back" }
      let sizes = [previous, round.overlay ?? previous].map { $0.shortForms.first { $0.position == header.position } }
      if after == .replaced, sizes[0] != sizes[1] { return "the short form of \(header.position) has another size" }
    }
    return nil
  }

  package static let keepsWhatAlwaysStays = Property { round in
    guard let overlay = round.made.overlay else { return nil }
    let headers = round.input.snapshot.headers
    for header in headers where header.kind == .instructions && overlay.disposition(of: header.position) != .kept {
      return "instructions \(header.position) are gone"
    }
    let prompt = headers.last { $0.kind == .prompt }
    for header in headers where header.kind == .prompt && header.message == prompt?.message {
      if overlay.disposition(of: header.position) != .kept { return "the latest prompt \(header.position) is gone" }
    }
    if let last = headers.last(where: { $0.kind != .instructions }), overlay.disposition(of: last.position) != .kept {
      return "the last entry \(last.position) is gone"
    }
    for header in headers where header.flags.contains(.pinned) {
      let isGone = round.input.previous.map { $0.disposition(of: header.position) != .kept } ?? false
      if !isGone, overlay.disposition(of: header.position) != .kept { return "\(header.position) is pinned and gone" }
    }
    return nil
  }

  /// Counted by hand: a call and its results have one disposition; a call without a result stays.
  package static let groupsAreWhole = Property { round in
    let snapshot = round.input.snapshot
    let overlay = round.overlay
    for group in pairs(of: snapshot) {
      let isKept = Set(group.entries.map { isPresent($0, overlay) })
      if isKept.count > 1 { return "group \(group.entries) is split" }
      if group.isUnanswered, round.input.policy.protection.deadCalls || !isDead(group.entries[0], snapshot),
        group.entries.contains(where: { overlay?.disposition(of: $0) ?? .kept != .kept })
      {
        return "unanswered group \(group.entries) is gone or changed"
      }
    }
    return nil
  }

  package static let everyCoveredEntryIsRequested = Property { round in
    guard let overlay = round.made.overlay else { return nil }
    let isNew = overlay.ranges(.covered) != round.input.previous?.ranges(.covered) ?? []
    guard isNew else { return nil }
    for header in round.input.snapshot.headers where overlay.disposition(of: header.position) == .covered {
      if !round.made.requested.contains(where: { $0.contains(header.position) }) {
        return "entry \(header.position) is covered, and no model saw it"
      }
    }
    return nil
  }

  /// Behind the instructions and before everything else that is left.
  package static let summaryStandsFirst = Property { round in
    guard let overlay = round.made.overlay, let summary = overlay.summary else { return nil }
    let headers = round.input.snapshot.headers
    let first = headers.first { $0.kind != .instructions && isPresent($0.position, overlay) }
    return summary.before == first?.position ? nil : "the summary stands before \(summary.before)"
  }

  /// What the policy protects of what was still there.
  package static let protectionHolds = Property { round in
    guard let overlay = round.made.overlay else { return nil }
    let snapshot = round.input.snapshot
    let protection = round.input.policy.protection
    func wasThere(_ header: EntryHeader) -> Bool { isPresent(header.position, round.input.previous) }
    /// Gone or shortened.
    func isGone(_ header: EntryHeader) -> Bool {
      let before = round.input.previous?.disposition(of: header.position) ?? .kept
      return wasThere(header) && overlay.disposition(of: header.position) != before
    }

    let prompts = snapshot.headers.filter { $0.kind == .prompt }
    if protection.firstPrompt, let first = prompts.first, isGone(first) { return "the first prompt is gone" }
    var turnsLeft = protection.lastTurns
    var messages = Set<Int32>()
    for header in snapshot.headers.reversed() where turnsLeft > 0 {
      // Late results belong to older turns, and go with them; repair knows no turns.
      if isGone(header), header.kind != .toolOutput, !isRepaired(header, overlay) {
        return "entry \(header.position) of the newest turns is gone"
      }
      let isFirstOfMessage = header.position == prompts.first { $0.message == header.message }?.position
      if header.kind == .prompt, isFirstOfMessage, wasThere(header), messages.insert(header.message).inserted {
        turnsLeft -= 1
      }
    }
    for header in snapshot.headers where header.kind == .toolCalls && isGone(header) {
      let tools = snapshot.calls(of: header).compactMap { $0.tool < 0 ? nil : snapshot.toolNames[Int($0.tool)] }
      if !protection.tools.isDisjoint(with: tools) { return "protected calls \(header.position) are gone" }
    }
    for header in snapshot.headers where isGone(header) && protection.roles.contains(where: header.isSpoken) {
      return "\(header.kind) \(header.position) of a protected role is gone"
    }
    return nil
  }

  static func isRepaired(_ header: EntryHeader, _ overlay: Overlay) -> Bool {
    overlay.ranges.first { $0.range.contains(header.position) }?.stage == "repair"
  }

  /// Where the decision for an entry is new, the new revision and a stage of the policy bear it.
  package static let decisionsNameTheirStage = Property { round in
    guard let overlay = round.made.overlay else { return nil }
    var stages = Set(round.input.policy.stages.map(\.name))
    if !round.input.policy.repairs.isEmpty { stages.insert("repair") }
    for header in round.input.snapshot.headers {
      let range = overlay.ranges.first { $0.range.contains(header.position) }!
      let before = round.input.previous?.disposition(of: header.position) ?? .kept
      let isNew = range.disposition != before
      if isNew, range.revision != round.input.revision || !stages.contains(range.stage ?? "") {
        return "entry \(header.position) became \(range.disposition) by \(String(describing: range.stage))"
      }
      if !isNew, range.disposition != .kept, range.revision >= round.input.revision {
        return "entry \(header.position) was \(before) before revision \(range.revision)"
      }
    }
    return nil
  }
}

/// Whether an entry is in the history, in whatever form.
package func isPresent(_ position: Int32, _ overlay: Overlay?) -> Bool {
  let disposition = overlay?.disposition(of: position) ?? .kept
  return disposition == .kept || disposition == .replaced
}

extension EntryHeader {
  /// Whether it is a message of the role, or dies with one.
  func isSpoken(by role: Protection.Role) -> Bool {
    switch role {
    case .user: kind == .prompt
    case .assistant: kind == .response || kind == .toolCalls
    case .tool: kind == .toolCalls
    }
  }
}

/// Whether nothing that still came could answer the calls at this position: a prompt behind them has been answered with a
/// text in a message without calls.
package func isDead(_ position: Int32, _ snapshot: Snapshot) -> Bool {
  AnsweredPrompts(snapshot).areDead(position)
}

/// Prompts and answers by their positions, to find what is dead by.
private struct AnsweredPrompts {
  private let prompts: [Int32]
  private let answers: [Int32]

  init(_ snapshot: Snapshot) {
    let calling = Set(snapshot.headers.filter { $0.kind == .toolCalls }.map(\.message))
    prompts = snapshot.headers.filter { $0.kind == .prompt }.map(\.position)
    answers = snapshot.headers.filter {
      $0.kind == .response && !$0.flags.contains(.blank) && !calling.contains($0.message)
    }.map(\.position)
  }

  func areDead(_ calls: Int32, before end: Int32 = .max) -> Bool {
    guard let prompt = prompts.first(where: { $0 > calls }) else { return false }
    return answers.contains { $0 > prompt && $0 < end }
  }
}

/// Calls with their results, found by searching backwards from each result: slow, and on purpose another way than
/// the one that the planner takes.
package func pairs(of snapshot: Snapshot) -> [(entries: [Int32], isUnanswered: Bool)] {
  let answers = AnsweredPrompts(snapshot)
  var answered = Set<Int32>()
  var entriesOfCalls: [Int: [Int32]] = [:]
  for (index, header) in snapshot.headers.enumerated() where header.kind == .toolCalls {
    entriesOfCalls[index] = [header.position]
  }
  for (index, header) in snapshot.headers.enumerated() where header.kind == .toolOutput {
    let id = snapshot.calls(of: header).first?.id ?? -1
    search: for earlier in (0..<index).reversed() where snapshot.headers[earlier].kind == .toolCalls {
      let calls = snapshot.headers[earlier]
      if answers.areDead(calls.position, before: header.position) { break }
      for call in calls.firstCall..<calls.firstCall + calls.callCount
      where snapshot.calls[Int(call)].id == id && answered.insert(call).inserted {
        entriesOfCalls[earlier]!.append(header.position)
        break search
      }
    }
  }
  return entriesOfCalls.map { index, entries in
    let header = snapshot.headers[index]
    let calls = header.firstCall..<header.firstCall + header.callCount
    return (entries, !calls.allSatisfy(answered.contains))
  }
}
