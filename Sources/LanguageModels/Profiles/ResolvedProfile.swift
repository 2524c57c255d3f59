public import Transcripts

/// What a dynamic profile comes to for one request: all its branches decided, its modifiers applied.
///
/// A session makes one before each request with ``LanguageModelSession/DynamicProfile/resolve(in:)``. Tests of a profile
/// can do the same without a session.
public struct ResolvedProfile: Sendable {
  /// The model that is asked.
  public var model: any LanguageModel
  /// The text of the instructions and the tools.
  public var instructions: Instructions
  /// Sampling, limits and the tool-calling mode. What no modifier sets is `nil`.
  public var options: GenerationOptions
  /// The reasoning level, and whether the schema is shown in the prompt.
  public var contextOptions: ContextOptions
  /// Applied one after the other to the history that the model is sent; nothing stored changes.
  public var historyTransforms: [HistoryTransform]
  /// What runs at points of a turn.
  public var hooks: ProfileHooks
  /// What becomes of the transcript when the request fails.
  public var transcriptErrorHandlingPolicy: TranscriptErrorHandlingPolicy
  /// Which profile of all those that the dynamic profile can come to this one is.
  public var identity: ProfileIdentity

  /// Turns the entries, with the instructions entry at their head, into what the model is sent. An error reaches the
  /// caller of `respond`.
  public typealias HistoryTransform = @Sendable ([Transcript.Entry]) async throws -> [Transcript.Entry]

  /// The entries after all transforms.
  public func transformed(_ history: [Transcript.Entry]) async throws -> [Transcript.Entry] {
    var history = history
    for transform in historyTransforms { history = try await transform(history) }
    return history
  }
}

/// Where a profile, or a modifier of one, stands in the dynamic profile that it was resolved from: the types and branches
/// on the way to it.
public struct ProfileIdentity: Sendable, Hashable {
  enum Step: Sendable, Hashable {
    case type(ObjectIdentifier)
    case branch(Bool)
    case modifier
  }

  var steps: [Step] = []

  /// Whether the other place is this one or lies within it.
  func contains(_ other: ProfileIdentity) -> Bool {
    other.steps.starts(with: steps)
  }
}
