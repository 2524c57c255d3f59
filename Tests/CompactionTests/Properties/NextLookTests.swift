import Compaction
import PlanProperties
import TestSupport
import Testing

/// Nothing is missed between one look and the next.
struct NextLookTests {
  @Test func `before the next look nothing would be compacted`() {
    let failure = firstMissed(of: Planner.self, seeds: 120_000..<121_000)
    #expect(failure == nil, "\(failure ?? "")")
    #expect(firstMissed(of: LooksTooLate.self, seeds: 120_000..<121_000) != nil)
  }

  @Test func `before the time of the next look nothing would be compacted, and then the trigger holds`() {
    let failure = firstWrongTime(of: Planner.self, seeds: 125_000..<128_000)
    #expect(failure == nil, "\(failure ?? "")")
    #expect(firstWrongTime(of: LooksTooLate.self, seeds: 125_000..<128_000) != nil)
  }

  private func firstWrongTime<Compactor: Compacting>(of type: Compactor.Type, seeds: Range<Int>) -> String? {
    var seen = 0
    for seed in seeds {
      let scenario = Scenario(seed: seed)
      for round in scenario.run(type, rounds: 2) {
        guard let at = round.made.nextLook?.at, at < Int64.max / 2 else { continue }
        seen += 1
        if at <= round.input.now { return "seed \(seed): a look at \(at), which has been" }
        var random = SeededGenerator(seed: seed)
        var planner = Planner()
        var later = round.input
        later.previous = round.overlay
        later.revision += 1
        later.now = at - 1
        if planner.compact(later, &random).overlay != nil { return "seed \(seed): something is done before \(at)" }
        later.now = at
        if case .unchanged(.belowTrigger, _) = planner.plan(later) { return "seed \(seed): nothing is due at \(at)" }
      }
    }
    return seen > 20 ? nil : "only \(seen) looks wait for a time"
  }

  @Test func `the next look is never one that has been`() {
    for seed in 130_000..<130_500 {
      for round in Scenario(seed: seed).run(Planner.self, rounds: 2) {
        guard let next = round.made.nextLook, next.notBefore == nil else { continue }
        #expect(next.at ?? .max > round.input.now, "seed \(seed)")
        let appended = Overlay.size(of: round.input.snapshot, under: nil)
        #expect(next.entries ?? .max > appended.entries, "seed \(seed)")
        #expect(next.tokens ?? .max > appended.tokens, "seed \(seed)")
      }
    }
  }

  /// Appends entry by entry until the next look, and plans each time.
  private func firstMissed<Compactor: Compacting>(of type: Compactor.Type, seeds: Range<Int>) -> String? {
    for seed in seeds {
      let scenario = Scenario(seed: seed)
      let (first, later) = scenario.growth()
      var random = SeededGenerator(seed: seed)
      var compactor = Compactor()
      var input = PlanningInput(
        snapshot: first.snapshot, previous: nil, policy: scenario.policy, now: Scenario.now,
        lastAppend: Scenario.now, revision: 1)
      let made = compactor.compact(input, &random)
      guard let next = made.nextLook else { continue }
      input.previous = made.overlay
      input.revision = 2
      input.snapshot = later.snapshot
      for count in first.entries.count..<later.entries.count {
        input.snapshot.headers = Array(later.snapshot.headers[..<count])
        let tokens = input.snapshot.headers.reduce(0) { $0 + Int($1.tokens) }
        let isTime = next.notBefore.map { input.now >= $0 } ?? true
        if count >= next.entries ?? .max || tokens >= next.tokens ?? .max, isTime { break }
        var planner = Planner()
        if planner.compact(input, &random).overlay != nil {
          return "seed \(seed): \(next) after \(first.entries.count) entries, but \(count) are compacted"
        }
      }
    }
    return nil
  }
}

/// Puts the next look off by a few entries.
private struct LooksTooLate: FlawedPlanner {
  var planner = Planner()
  mutating func compact(_ input: PlanningInput, _ random: inout SeededGenerator) -> Compacted {
    var made = planner.compact(input, &random)
    if let entries = made.nextLook?.entries, entries < 1_000 { made.nextLook?.entries = entries + 3 }
    if let at = made.nextLook?.at { made.nextLook?.at = at &+ 40_000_000 }
    return made
  }
}
