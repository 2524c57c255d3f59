public import HTTPTransport

/// An attempt that is about to be made.
public struct Attempt: Sendable, Hashable {
  /// From 1, for one call of ``ChatCompletionsClient/complete(_:callIDPrefix:deadlines:observer:)``.
  public var number: Int
  /// The name of the endpoint that is asked.
  public var endpoint: String
  /// The model that is asked, as the request names it.
  public var model: String
  /// The size of the request's body.
  public var requestBytes: Int
  /// The most tokens that the answer may have; nil where the request sets no limit.
  public var maximumOutputTokens: Int?
}

/// What became of an attempt.
public struct AttemptOutcome: Sendable, Hashable {
  /// Nil for an answer.
  public var error: ChatError.Class?
  /// What the transport said, where there was no response or no end of it.
  public var transport: TransportError?
  /// What it cost, where the server said so.
  public var usage: TokenUsage?
  /// Text and reasoning that had come by the end, in bytes: all there is to go by when a broken answer brought no usage.
  public var textBytes: Int
  /// False when the server certainly did no work: no connection, or an error status.
  public var mayBeBilled: Bool
  /// From its start to its end.
  public var duration: Duration
}

/// Is told of every attempt that may cost something, and how calls end.
public protocol AttemptObserver: Sendable {
  /// Before anything is sent. Throwing stops the call with an error of class `declined`.
  func attemptWillBegin(_ attempt: Attempt) async throws
  /// After it, exactly once for each that began, also when the task was cancelled.
  func attemptDidEnd(_ attempt: Attempt, _ outcome: AttemptOutcome) async
  /// Before each wait of a call because the server said that it is asked too much.
  func willWait(_ time: Duration)
  /// When a call is over, exactly once for each: with the answer, the attempts that it took and its times, or with why
  /// there is none. Who asks through a session learns here what a response does not say.
  func callDidEnd(_ result: Result<ChatReply, ChatError>) async
}

extension AttemptObserver {
  /// Does nothing.
  public func willWait(_ time: Duration) {}
  /// Does nothing.
  public func callDidEnd(_ result: Result<ChatReply, ChatError>) async {}
}
