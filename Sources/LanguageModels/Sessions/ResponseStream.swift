public import Transcripts

extension LanguageModelSession {
  /// The snapshots of an answer while it is being made.
  ///
  /// Each snapshot holds all that there is by then, so that a reader who is slow misses snapshots, never content: only
  /// the latest waits to be read. The last one is the complete answer. The request runs whether or not the snapshots are
  /// read; it is cancelled when the reader's task is, and when the stream and its iterators are let go.
  public struct ResponseStream<Content: Generable>: AsyncSequence, Sendable
  where Content: Sendable, Content.PartiallyGenerated: Sendable {
    /// An answer as far as it has come.
    public struct Snapshot: Sendable {
      /// The answer so far.
      public var content: Content.PartiallyGenerated
      /// What ``content`` was read from.
      public var rawContent: GeneratedContent
      /// What the request has added to the transcript, the entries that are not complete yet at the end.
      public var transcriptEntries: ArraySlice<Transcript.Entry>
      /// What it has cost, as far as the model has said.
      public var usage: Usage
    }

    let snapshots: AsyncThrowingStream<Snapshot, any Swift.Error>
    let task: Task<Response<Content>, any Swift.Error>

    /// Waits for the complete answer.
    ///
    /// - Throws: What ended the request, `CancellationError` where the caller's task was cancelled.
    public func collect() async throws -> Response<Content> {
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    }

    public func makeAsyncIterator() -> Iterator { Iterator(base: snapshots.makeAsyncIterator(), task: task) }

    /// Reads snapshots as they come.
    public struct Iterator: AsyncIteratorProtocol {
      var base: AsyncThrowingStream<Snapshot, any Swift.Error>.Iterator
      let task: Task<Response<Content>, any Swift.Error>

      /// The next snapshot, or `nil` after the last.
      ///
      /// - Throws: What ended the request. It has left the session by then.
      public mutating func next() async throws -> Snapshot? {
        if let snapshot = try await base.next(isolation: #isolation) { return snapshot }
        // A stream whose reader is cancelled ends without a word.
        guard Task.isCancelled else { return nil }
        task.cancel()
        _ = await task.result
        throw CancellationError()
      }
    }
  }
}
