import Synchronization

/// Lets so many installations be busy at a time: with dozens of processes on two cores none would get anywhere.
final class Slots: Sendable {
  static let shared = Slots(5)

  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(_ count: Int) { state = Mutex(State(free: count)) }

  func enter() async {
    await withCheckedContinuation { continuation in
      let enters = state.withLock { state in
        if state.free > 0 {
          state.free -= 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if enters { continuation.resume() }
    }
  }

  func leave() {
    let next = state.withLock { state in
      if state.waiting.isEmpty {
        state.free += 1
        return nil as CheckedContinuation<Void, Never>?
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
