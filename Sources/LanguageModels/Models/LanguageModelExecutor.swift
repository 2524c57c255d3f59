public import Transcripts

/// Does the work of a model's requests: turns a request into what a server or an engine understands, and what comes
/// back into events.
public protocol LanguageModelExecutor: Sendable {
  /// What an executor is made from.
  associatedtype Configuration: Hashable & Sendable
  /// The model whose requests it answers.
  associatedtype Model: LanguageModel

  /// Called once for each distinct configuration in a cache.
  init(configuration: Configuration) throws

  /// Answers one request. Events are sent in the order in which they are to be seen; when this returns, the answer is
  /// complete, and when it throws, the turn fails with that error.
  ///
  /// Several sessions may call one executor at the same time.
  ///
  /// - Throws: ``LanguageModelError`` for what callers can act on, `CancellationError` where the task was cancelled.
  func respond(
    to request: LanguageModelExecutorGenerationRequest, model: Model,
    streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws

  /// A hint that a request beginning with this transcript is likely soon. Does nothing unless the executor says
  /// otherwise, and must return at once.
  func prewarm(model: Model, transcript: Transcript)
}

extension LanguageModelExecutor {
  public func prewarm(model: Model, transcript: Transcript) {}
}
