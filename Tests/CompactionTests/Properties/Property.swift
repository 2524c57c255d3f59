import Compaction
import TestSupport
import Testing
import Transcripts

/// Something that must hold of every look at every conversation.
struct Property: Sendable {
  /// What is wrong with one look, or `nil`.
  var failure: @Sendable (Round) -> String?

  /// Runs scenarios until one fails.
  ///
  /// - Returns: the seed, the round and what is wrong; `nil` where none of them fails.
  func firstFailure<Compactor: Compacting>(
    of compactor: Compactor.Type, seeds: Range<Int>, manners: TranscriptGenerator.Manners? = nil
  ) -> String? {
    for seed in seeds {
      let scenario = Scenario(seed: seed, manners: manners)
      for (index, round) in scenario.run(compactor).enumerated() {
        guard let failure = failure(round) else { continue }
        return """
          seed \(seed), round \(index + 1): \(failure)
          before: \(round.input.snapshot.drawing(round.input.previous))
          after:  \(round.input.snapshot.drawing(round.overlay))
          all:    \(round.input.snapshot.drawing(nil))
          previous: \(String(describing: round.input.previous))
          policy: \(round.input.policy)
          """
      }
    }
    return nil
  }
}

/// The planner has a property, and an implementation that is wrong in one way has not.
func expect<Wrong: Compacting>(
  _ property: Property, failedBy wrong: Wrong.Type, manners: TranscriptGenerator.Manners? = nil,
  seeds: Range<Int>, sourceLocation: SourceLocation = #_sourceLocation
) {
  let failure = property.firstFailure(of: Planner.self, seeds: seeds, manners: manners)
  #expect(failure == nil, "\(failure ?? "")", sourceLocation: sourceLocation)
  expectFailure(property, of: wrong, manners: manners, seeds: seeds, sourceLocation: sourceLocation)
}

/// An implementation that is wrong in one way is caught.
func expectFailure<Wrong: Compacting>(
  _ property: Property, of wrong: Wrong.Type, manners: TranscriptGenerator.Manners? = nil, seeds: Range<Int>,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(
    property.firstFailure(of: wrong, seeds: seeds, manners: manners) != nil,
    "\(wrong) is not caught", sourceLocation: sourceLocation)
}
