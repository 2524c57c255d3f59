package import Compaction
package import TestSupport
import Synchronization
import Transcripts

// Each is wrong in one way that was seen in the field, and is kept so that the property against it can be seen to fail.

extension Compacting {
  /// An overlay that drops what a rule says, on top of the previous one.
  func overlay(_ input: PlanningInput, dropping isDropped: (Int, EntryHeader) -> Bool) -> Compacted {
    var ranges: [DispositionRange] = []
    for (index, header) in input.snapshot.headers.enumerated() {
      var disposition = input.previous?.disposition(of: header.position) ?? .kept
      if disposition == .kept, isDropped(index, header) { disposition = .dropped }
      ranges.append(
        DispositionRange(
          PositionRange(header.position, header.position), disposition,
          stage: disposition == .kept ? nil : "rolling_window", revision: input.revision))
    }
    var summary = input.previous?.summary
    summary?.before =
      ranges.first { range in
        range.disposition == .kept
          && input.snapshot.headers.contains {
            range.range.contains($0.position) && $0.kind != .instructions
          }
      }?.range.first ?? 0
    return Compacted(
      overlay: Overlay(
        ranges: ranges, summary: summary, coversThrough: input.snapshot.headers.last?.position ?? 0))
  }
}

/// `messages.suffix(4)`, with the instructions.
package struct BareSuffix: Compacting {
  package init() {}
  package func compact(_ input: PlanningInput, _ random: inout SeededGenerator) -> Compacted {
    let count = input.snapshot.headers.count
    return overlay(input) { index, header in index < count - 4 && header.kind != .instructions }
  }
}

/// Keeps the instructions and the last message, be it a result without its call.
package struct KeepsTheLastMessage: Compacting {
  package init() {}
  package func compact(_ input: PlanningInput, _ random: inout SeededGenerator) -> Compacted {
    let last = input.snapshot.headers.last?.message
    return overlay(input) { _, header in header.message != last && header.kind != .instructions }
  }
}

/// `messages.suffix(4)` without the instructions.
package struct SuffixOfEverything: Compacting {
  package init() {}
  package func compact(_ input: PlanningInput, _ random: inout SeededGenerator) -> Compacted {
    let count = input.snapshot.headers.count
    return overlay(input) { index, _ in index < count - 4 }
  }
}

/// Takes a call to be completed when an output follows it, and drops the two.
package struct DropByPosition: Compacting {
  package init() {}
  package func compact(_ input: PlanningInput, _ random: inout SeededGenerator) -> Compacted {
    let headers = input.snapshot.headers
    return overlay(input) { index, header in
      header.kind == .toolCalls && index + 1 < headers.count && headers[index + 1].kind == .toolOutput
        || header.kind == .toolOutput && index > 0 && headers[index - 1].kind == .toolCalls
    }
  }
}

/// Takes every call to be completed whose id some result has, wherever it stands.
package struct GlobalSetOfIDs: Compacting {
  package init() {}
  package func compact(_ input: PlanningInput, _ random: inout SeededGenerator) -> Compacted {
    let snapshot = input.snapshot
    let answered = Set(
      snapshot.headers.filter { $0.kind == .toolOutput }.map { snapshot.calls(of: $0).first?.id ?? -1 })
    return overlay(input) { _, header in
      switch header.kind {
      case .toolCalls: snapshot.calls(of: header).allSatisfy { answered.contains($0.id) }
      case .toolOutput: true
      default: false
      }
    }
  }
}

/// Keeps from the last prompt on, but drops calls that await their results.
package struct FoldsUnansweredCalls: Compacting {
  package init() {}
  package func compact(_ input: PlanningInput, _ random: inout SeededGenerator) -> Compacted {
    let last = input.snapshot.headers.lastIndex { $0.kind == .prompt } ?? 0
    return overlay(input) { index, header in index < last && header.kind != .instructions }
  }
}

/// Drops each answer whose prompt stays.
package struct DropsAnswers: Compacting {
  package init() {}
  package func compact(_ input: PlanningInput, _ random: inout SeededGenerator) -> Compacted {
    let last = input.snapshot.headers.count - 1
    return overlay(input) { index, header in index < last && header.kind == .response }
  }
}

/// The planner, with one thing wrong about it.
package protocol FlawedPlanner: Compacting {
  var planner: Planner { get set }
}

/// Forgets the entries after the last that it removed.
package struct ForgetsTheRest: FlawedPlanner {
  package var planner = Planner()
  package init() {}
  package mutating func compact(_ input: PlanningInput, _ random: inout SeededGenerator) -> Compacted {
    var made = planner.compact(input, &random)
    if made.overlay?.ranges.last?.disposition == .kept { made.overlay?.ranges.removeLast() }
    return made
  }
}

/// Measures the originals in place of the history.
package struct MeasuresOriginals: FlawedPlanner {
  package var planner = Planner()
  package init() {}
  package mutating func compact(_ input: PlanningInput, _ random: inout SeededGenerator) -> Compacted {
    var trigger = input
    trigger.previous = nil
    if case .unchanged = planner.plan(trigger) { return Compacted() }
    var input = input
    input.policy.trigger = Trigger(.any, [])
    return planner.compact(input, &random)
  }
}

/// Plans from the originals each time.
package struct ForgetsThePreviousRevision: FlawedPlanner {
  package var planner = Planner()
  package init() {}
  package mutating func compact(_ input: PlanningInput, _ random: inout SeededGenerator) -> Compacted {
    var input = input
    input.previous = nil
    return planner.compact(input, &random)
  }
}

/// Takes a summary of whatever size.
package struct TakesAnySummary: FlawedPlanner {
  package var planner = Planner()
  package init() {}
  package mutating func compact(_ input: PlanningInput, _ random: inout SeededGenerator) -> Compacted {
    var made = planner.compact(input, &random)
    if made.overlay?.summary != input.previous?.summary { made.overlay?.summary?.tokens += 5_000 }
    return made
  }
}

/// Asks a model for the newest half of what it covers.
package struct AsksForTheTailOnly: FlawedPlanner {
  package var planner = Planner()
  package init() {}
  package mutating func compact(_ input: PlanningInput, _ random: inout SeededGenerator) -> Compacted {
    var made = planner.compact(input, &random)
    made.requested.removeFirst(min(1, made.requested.count))
    return made
  }
}

/// Puts the summary behind what is left.
package struct PutsTheSummaryLast: FlawedPlanner {
  package var planner = Planner()
  package init() {}
  package mutating func compact(_ input: PlanningInput, _ random: inout SeededGenerator) -> Compacted {
    var made = planner.compact(input, &random)
    made.overlay?.summary?.before = (input.snapshot.headers.last?.position ?? 0) + 1
    return made
  }
}

/// Does not look at what the policy protects.
package struct IgnoresProtection: FlawedPlanner {
  package var planner = Planner()
  package init() {}
  package mutating func compact(_ input: PlanningInput, _ random: inout SeededGenerator) -> Compacted {
    var input = input
    input.policy.protection = Protection(lastTurns: 0)
    return planner.compact(input, &random)
  }
}

/// Bears every earlier decision as its own.
package struct ClaimsEarlierDecisions: FlawedPlanner {
  package var planner = Planner()
  package init() {}
  package mutating func compact(_ input: PlanningInput, _ random: inout SeededGenerator) -> Compacted {
    var made = planner.compact(input, &random)
    for index in made.overlay?.ranges.indices ?? 0..<0 { made.overlay?.ranges[index].revision = input.revision }
    return made
  }
}

/// Halves the history at every look.
package struct HalvesEachTime: Compacting {
  package init() {}
  package func compact(_ input: PlanningInput, _ random: inout SeededGenerator) -> Compacted {
    let kept = input.snapshot.headers.filter { input.previous?.disposition(of: $0.position) ?? .kept == .kept }
    guard kept.count > 1 else { return Compacted() }
    let first = kept[kept.count / 2].position
    return overlay(input) { _, header in header.position < first }
  }
}

/// Takes a short form of whatever size.
package struct TakesAnyShortForm: FlawedPlanner {
  package var planner = Planner()
  package init() {}
  package mutating func compact(_ input: PlanningInput, _ random: inout SeededGenerator) -> Compacted {
    var made = planner.compact(input, &random)
    for index in made.overlay?.shortForms.indices ?? 0..<0 { made.overlay?.shortForms[index].tokens += 400 }
    return made
  }
}

/// Replaces an entry by nothing.
package struct ForgetsAShortForm: FlawedPlanner {
  package var planner = Planner()
  package init() {}
  package mutating func compact(_ input: PlanningInput, _ random: inout SeededGenerator) -> Compacted {
    var made = planner.compact(input, &random)
    if made.overlay?.shortForms.isEmpty == false { made.overlay?.shortForms.removeLast() }
    return made
  }
}

/// Shortens whatever costs much.
package struct ShortensReasoning: Compacting {
  package init() {}
  package func compact(_ input: PlanningInput, _ random: inout SeededGenerator) -> Compacted {
    var forms: [ShortFormSize] = []
    let ranges = input.snapshot.headers.map { header in
      let isLong = header.tokens > 20
      if isLong { forms.append(ShortFormSize(position: header.position, tokens: 10)) }
      return DispositionRange(
        PositionRange(header.position, header.position), isLong ? .replaced : .kept,
        stage: isLong ? "clear_tool_results" : nil, revision: input.revision)
    }
    let end = input.snapshot.headers.last?.position ?? 0
    return Compacted(overlay: Overlay(ranges: ranges, shortForms: forms, summary: nil, coversThrough: end))
  }
}

/// Drops reasoning wherever it stands.
package struct DropsAllReasoning: Compacting {
  package init() {}
  package func compact(_ input: PlanningInput, _ random: inout SeededGenerator) -> Compacted {
    overlay(input) { _, header in header.kind == .reasoning }
  }
}

/// Does not know of hard budgets.
package struct IgnoresBudgets: FlawedPlanner {
  package var planner = Planner()
  package init() {}
  package mutating func compact(_ input: PlanningInput, _ random: inout SeededGenerator) -> Compacted {
    var input = input
    input.policy.stages.removeAll { if case .hardBudget = $0 { true } else { false } }
    return planner.compact(input, &random)
  }
}

/// Gives up at once.
package struct AlwaysOverBudget: FlawedPlanner {
  package var planner = Planner()
  package init() {}
  package mutating func compact(_ input: PlanningInput, _ random: inout SeededGenerator) -> Compacted {
    var made = planner.compact(input, &random)
    made.isOverBudget = made.overlay != nil
    return made
  }
}

/// Decides by chance.
package struct DecidesByChance: FlawedPlanner {
  static let chance = SharedChance()
  package var planner = Planner()
  package init() {}
  package mutating func compact(_ input: PlanningInput, _ random: inout SeededGenerator) -> Compacted {
    let keep = Self.chance.next()
    return overlay(input) { index, header in index < input.snapshot.headers.count - keep }
  }
}

/// Writes whatever it gains.
package struct IgnoresMinimumGain: FlawedPlanner {
  package var planner = Planner()
  package init() {}
  package mutating func compact(_ input: PlanningInput, _ random: inout SeededGenerator) -> Compacted {
    var input = input
    input.policy.minimumGain = nil
    return planner.compact(input, &random)
  }
}

/// Takes every condition of time to hold.
package struct IgnoresTime: FlawedPlanner {
  package var planner = Planner()
  package init() {}
  package mutating func compact(_ input: PlanningInput, _ random: inout SeededGenerator) -> Compacted {
    var input = input
    input.policy.trigger.conditions = input.policy.trigger.conditions.map { condition in
      switch condition {
      case .age, .idle: .entries(0)
      default: condition
      }
    }
    return planner.compact(input, &random)
  }
}

package struct NeverRepairs: FlawedPlanner {
  package var planner = Planner()
  package init() {}
  package mutating func compact(_ input: PlanningInput, _ random: inout SeededGenerator) -> Compacted {
    var input = input
    input.policy.repairs = []
    return planner.compact(input, &random)
  }
}

/// Repairs whether it is asked to or not.
package struct AlwaysRepairs: FlawedPlanner {
  package var planner = Planner()
  package init() {}
  package mutating func compact(_ input: PlanningInput, _ random: inout SeededGenerator) -> Compacted {
    var input = input
    input.policy.repairs = Set(Repair.allCases)
    return planner.compact(input, &random)
  }
}

/// Repairs without looking at what stands beside: two answers meet where a blank prompt was.
package struct DropsWhatIsBlank: Compacting {
  package init() {}
  package func compact(_ input: PlanningInput, _ random: inout SeededGenerator) -> Compacted {
    overlay(input) { _, header in header.flags.contains(.blank) && header.kind != .toolCalls }
  }
}

/// Keeps a call as long as it has no result.
package struct WaitsForEver: FlawedPlanner {
  package var planner = Planner()
  package init() {}
  package mutating func compact(_ input: PlanningInput, _ random: inout SeededGenerator) -> Compacted {
    var input = input
    input.policy.protection.deadCalls = true
    return planner.compact(input, &random)
  }
}

/// Chance that no seed determines.
final class SharedChance: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock {
      $0 += 1
      return $0 % 7
    }
  }
}
