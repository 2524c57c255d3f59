import Synchronization

/// What one call of a tokenizer works with: its cache and its buffers.
final class WorkingSet {
  var merger: PieceMerger
  let cache = PieceCache()

  init(_ vocabulary: Vocabulary) { merger = PieceMerger(vocabulary) }
}

/// Lends working sets, each to one call at a time, and keeps as many as were ever out together.
///
/// `@unchecked Sendable`: the sets at rest are touched only under the lock, one that is lent only by its borrower.
final class WorkingSets: @unchecked Sendable {
  private let vocabulary: Vocabulary
  private let lock = Mutex(())
  private var resting: [WorkingSet] = []

  init(_ vocabulary: Vocabulary) { self.vocabulary = vocabulary }

  func with<Value>(_ body: (WorkingSet) -> Value) -> Value {
    let set = lock.withLock { _ in resting.popLast() } ?? WorkingSet(vocabulary)
    defer { lock.withLock { _ in resting.append(set) } }
    return body(set)
  }
}
