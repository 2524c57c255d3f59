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
}
