import Compaction
import Synchronization
import TestSupport
import Testing

/// What holds of two looks at the same conversation.
struct RepetitionTests {
  @Test func `a second look at an unchanged conversation changes nothing`() {
    let failure = firstSecondChange(of: Planner.self, seeds: 100_000..<101_500)
    #expect(failure == nil, "\(failure ?? "")")
    #expect(firstSecondChange(of: HalvesEachTime.self, seeds: 100_000..<101_500) != nil)
  }

  @Test func `the same input gives the same plan, whatever was planned before`() {
    let failure = firstDifference(of: Planner.self, seeds: 110_000..<111_000)
    #expect(failure == nil, "\(failure ?? "")")
    #expect(firstDifference(of: DecidesByChance.self, seeds: 110_000..<111_000) != nil)
  }

  private func firstSecondChange<Compactor: Compacting>(of type: Compactor.Type, seeds: Range<Int>) -> String? {
    var random = SeededGenerator(seed: seeds.lowerBound)
    for seed in seeds {
      for round in Scenario(seed: seed).run(type, rounds: 2) {
        guard let overlay = round.made.overlay else { continue }
        var again = round.input
        again.previous = overlay
        again.revision += 1
        var compactor = Compactor()
        let second = compactor.compact(again, &random)
        guard let changed = second.overlay else { continue }
        return """
          seed \(seed)
          first:  \(again.snapshot.drawing(overlay))
          second: \(again.snapshot.drawing(changed))
          all:    \(again.snapshot.drawing(nil))
          policy: \(again.policy)
          """
      }
    }
    return nil
  }

  private func firstDifference<Compactor: Compacting>(of type: Compactor.Type, seeds: Range<Int>) -> String? {
    var used = Compactor()
    for seed in seeds {
      for round in Scenario(seed: seed).run(type, rounds: 2) {
        var fresh = Compactor()
        var (one, other) = (SeededGenerator(seed: seed), SeededGenerator(seed: seed))
        if fresh.compact(round.input, &one) != used.compact(round.input, &other) { return "seed \(seed)" }
      }
    }
    return nil
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
