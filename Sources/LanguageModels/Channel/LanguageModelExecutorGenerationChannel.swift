/// The way back from an executor: what the model says, as events.
///
/// A session hands one to the executor with each request and takes in every event as it is sent, so that nothing
/// queues up. One made with ``init()`` keeps its events for whoever iterates over it, which is how an executor is
/// tested without a session.
public struct LanguageModelExecutorGenerationChannel: Sendable {
  private let receive: @Sendable (Event) -> Void
  private let stream: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation?

  /// A channel that keeps its events until they are read; ``finish()`` ends the sequence.
  public init() {
    let (stream, continuation) = AsyncStream<Event>.makeStream()
    self.stream = stream
    self.continuation = continuation
    receive = { continuation.yield($0) }
  }

  /// A channel that hands each event to the closure, in the sender's task, and is itself an empty sequence. A model
  /// that wraps another uses it to see or change events on their way.
  public init(receiving receive: @escaping @Sendable (Event) -> Void) {
    self.receive = receive
    stream = AsyncStream(unfolding: { nil })
    continuation = nil
  }

  /// Sends an event. Events of one task arrive in the order in which they were sent.
  public func send(_ event: Event) async { receive(event) }

  /// Ends the sequence of events. A session's channel needs no end: it ends when the executor returns.
  public func finish() { continuation?.finish() }
}

extension LanguageModelExecutorGenerationChannel: AsyncSequence {
  public func makeAsyncIterator() -> AsyncStream<Event>.Iterator { stream.makeAsyncIterator() }
}
