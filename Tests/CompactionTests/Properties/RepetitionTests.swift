import Compaction
import PlanProperties
import TestSupport
import Testing

/// What holds of two looks at the same conversation.
struct RepetitionTests {
  @Test func `a second look at an unchanged conversation changes nothing`() {
    let failure = Property.secondLookChangesNothing(Planner.self)
      .firstFailure(of: Planner.self, seeds: 100_000..<101_500)
    #expect(failure == nil, "\(failure ?? "")")
    expectFailure(.secondLookChangesNothing(HalvesEachTime.self), of: HalvesEachTime.self, seeds: 100_000..<101_500)
  }

  @Test func `the same input gives the same plan, whatever was planned before`() {
    let failure = firstDifference(of: Planner.self, seeds: 110_000..<111_000)
    #expect(failure == nil, "\(failure ?? "")")
    #expect(firstDifference(of: DecidesByChance.self, seeds: 110_000..<111_000) != nil)
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
