import Synchronization

/// Opens once; whoever waits goes on. Waiting ends early when the task is cancelled.
final class Latch: Sendable {
  private let state = Mutex<(isOpen: Bool, waiting: [AsyncStream<Never>.Continuation])>((false, []))

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.finish() }
  }

  func wait() async {
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    let isOpen = state.withLock { state in
      if !state.isOpen { state.waiting.append(continuation) }
      return state.isOpen
    }
    if isOpen { return }
    for await _ in stream {}
  }
}

/// Opens its latch when it was reached a number of times.
final class Barrier: Sendable {
  private let missing: Mutex<Int>
  let latch = Latch()

  init(_ count: Int) { missing = Mutex(count) }

  func arrive() {
    let left = missing.withLock { missing in
      missing -= 1
      return missing
    }
    if left == 0 { latch.open() }
  }
}
