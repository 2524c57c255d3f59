import Compaction
import TestSupport

extension Property {
  /// Looking again at what a look left changes nothing.
  package static func secondLookChangesNothing<Compactor: Compacting>(_ type: Compactor.Type) -> Property {
    Property { round in
      guard let overlay = round.made.overlay else { return nil }
      var again = round.input
      again.previous = overlay
      again.revision += 1
      var compactor = Compactor()
      var random = SeededGenerator(seed: Int(round.input.revision))
      guard let changed = compactor.compact(again, &random).overlay else { return nil }
      return "a second look leaves \(again.snapshot.drawing(changed))"
    }
  }

  /// Every property that holds of each look, with its name.
  package static let all: [(name: String, property: Property)] = [
    ("partition", .partition), ("legality", .legality), ("never worse", .neverWorse), ("never grows", .neverGrows),
    ("below the trigger", .belowTriggerUnchanged), ("removed stays removed", .removedStaysRemoved),
    ("what always stays", .keepsWhatAlwaysStays), ("groups are whole", .groupsAreWhole),
    ("covered is requested", .everyCoveredEntryIsRequested), ("summary first", .summaryStandsFirst),
    ("protection", .protectionHolds), ("decisions are named", .decisionsNameTheirStage),
    ("short forms are shorter", .shortFormsAreShorter), ("only what is understood", .onlyWhatIsUnderstoodIsShortened),
    ("first reasoning", .lastTurnKeepsItsFirstReasoning), ("hard budget", .budgetHolds),
    ("minimum gain", .gainsEnough), ("repairs", .repairsWhatItMay), ("dead calls", .deadCallsGoWithTheirTurn),
    ("second look", .secondLookChangesNothing(Planner.self)),
  ]
}

/// Generated transcripts under generated policies, judged by every property.
package struct PlanCheck: Sendable {
  package private(set) var transcripts = 0
  package private(set) var looks = 0
  package private(set) var revisions = 0
  /// How many revisions each stage had a part in.
  package private(set) var stages: [String: Int] = [:]
  /// What is wrong, of the seed that failed first.
  package private(set) var failure: String?

  package init() {}

  /// Goes on with these seeds until one fails.
  package mutating func run(_ seeds: Range<Int>) {
    for seed in seeds where failure == nil {
      transcripts += 1
      for (index, round) in Scenario(seed: seed).run(Planner.self).enumerated() {
        looks += 1
        if round.made.overlay != nil { revisions += 1 }
        for stage in Set(round.made.stages) { stages[stage, default: 0] += 1 }
        for (name, property) in Property.all {
          guard let found = property.failure(round) else { continue }
          failure = round.description(of: "\(name): \(found)", seed: seed, number: index + 1)
          return
        }
      }
    }
  }

  package mutating func add(_ other: PlanCheck) {
    transcripts += other.transcripts
    looks += other.looks
    revisions += other.revisions
    stages.merge(other.stages, uniquingKeysWith: +)
    failure = failure ?? other.failure
  }
}
