import Compaction
package import TestSupport
import Transcripts

/// Something that must hold of every look at every conversation.
package struct Property: Sendable {
  /// What is wrong with one look, or `nil`.
  package var failure: @Sendable (Round) -> String?

  package init(_ failure: @escaping @Sendable (Round) -> String?) { self.failure = failure }

  /// Runs scenarios until one fails.
  ///
  /// - Returns: the seed, the round and what is wrong; `nil` where none of them fails.
  package func firstFailure<Compactor: Compacting>(
    of compactor: Compactor.Type, seeds: Range<Int>, manners: TranscriptGenerator.Manners? = nil
  ) -> String? {
    for seed in seeds {
      let scenario = Scenario(seed: seed, manners: manners)
      for (index, round) in scenario.run(compactor).enumerated() {
        guard let failure = failure(round) else { continue }
        return round.description(of: failure, seed: seed, number: index + 1)
      }
    }
    return nil
  }
}

extension Round {
  /// What is wrong with it, with all that it takes to see why.
  package func description(of failure: String, seed: Int, number: Int) -> String {
    """
    seed \(seed), round \(number): \(failure)
    before: \(input.snapshot.drawing(input.previous))
    after:  \(input.snapshot.drawing(overlay))
    all:    \(input.snapshot.drawing(nil))
    previous: \(String(describing: input.previous))
    policy: \(input.policy)
    """
  }
}
