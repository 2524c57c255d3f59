public import Transcripts

extension LanguageModelSession.DynamicProfile {
  /// Turns the history into what the model is sent, before each request. Nothing stored changes.
  ///
  /// Of several transforms the one written last runs first.
  ///
  /// - Parameter transform: Gets the entries with the instructions entry at their head, which the model is sent even where it
  ///   is left out. An error reaches the caller of `respond`.
  public func historyTransform(
    _ transform: @escaping @Sendable ([Transcript.Entry]) async throws -> [Transcript.Entry]
  ) -> some LanguageModelSession.DynamicProfile {
    configured { $0.historyTransforms.append(transform) }
  }

  /// Says something of this modifier to the checks of the others, and checks the chain once all of it is known.
  ///
  /// - Parameters:
  ///   - trait: What the modifier does, as a value.
  ///   - check: Gets the traits of the whole chain in the order in which they apply. Its error is thrown before the
  ///     request.
  package func declaring(
    _ trait: any Sendable, check: @escaping @Sendable ([any Sendable]) throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    configured {
      $0.traits.append(trait)
      $0.checks.append(check)
    }
  }

  /// Adds a step to a history transform that modifiers next to each other share, so that a chain of them works as one.
  ///
  /// Another transform between two of them keeps them apart.
  ///
  /// - Parameters:
  ///   - step: What this modifier does.
  ///   - transform: Makes one transform of the steps, which come in the order in which they apply.
  package func sharingHistoryTransform<Step: Sendable>(
    _ step: Step, transform: @escaping @Sendable ([Step]) -> ResolvedProfile.HistoryTransform
  ) -> some LanguageModelSession.DynamicProfile {
    configured { draft in
      var steps = [step]
      if let shared = draft.sharedTransform, shared.count == draft.historyTransforms.count,
        let earlier = shared.steps as? [Step]
      {
        steps = earlier + steps
        draft.historyTransforms.removeLast()
      }
      draft.historyTransforms.append(transform(steps))
      draft.sharedTransform = (steps, draft.historyTransforms.count)
    }
  }
}
