import Synchronization

@testable import Monitoring

/// A clock that stands until it is told, and sleeps that end at once, or never but by cancellation.
final class Stopped: Sendable {
  private let offset = Mutex(Duration.zero)
  private let start = ContinuousClock.now

  func advance(by duration: Duration) { offset.withLock { $0 += duration } }

  /// - Parameter impatient: every sleep is over at once.
  func clock<Value>(impatient: Bool) -> Refreshed<Value>.Clock {
    .init(
      now: { [self] in start + offset.withLock { $0 } },
      sleep: { _ in if !impatient { for await _ in AsyncStream<Never>.makeStream().stream {} } })
  }
}

/// Counts calls and can keep them waiting.
final class Question: Sendable {
  private let state = Mutex<(asked: Int, isOpen: Bool, waiting: [AsyncStream<Never>.Continuation])>((0, false, []))

  init(isOpen: Bool) { state.withLock { $0.isOpen = isOpen } }

  var asked: Int { state.withLock(\.asked) }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.finish() }
  }

  /// The number of this call, from 1.
  func ask() async -> Int {
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    let (number, isOpen) = state.withLock { state in
      state.asked += 1
      if !state.isOpen { state.waiting.append(continuation) }
      return (state.asked, state.isOpen)
    }
    if !isOpen { for await _ in stream {} }
    return number
  }
}
