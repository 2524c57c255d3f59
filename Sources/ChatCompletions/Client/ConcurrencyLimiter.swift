import Synchronization

/// Lets callers wait, in their order, for a permit of a ``ConcurrencyLimit``.
final class ConcurrencyLimiter: Sendable {
  private struct Waiter {
    let number: UInt64
    let continuation: CheckedContinuation<ConcurrencyLimit.Permit?, Never>
  }

  private struct State {
    var limit: ConcurrencyLimit
    var waiters: [Waiter] = []
    var lastNumber: UInt64 = 0
  }

  private let state: Mutex<State>

  init(maximum: Int) {
    state = Mutex(State(limit: ConcurrencyLimit(maximum: maximum)))
  }

  var current: ConcurrencyLimit { state.withLock { $0.limit } }

  /// Nil when the task is cancelled first.
  func acquire() async -> ConcurrencyLimit.Permit? {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let permit = state.withLock { state -> ConcurrencyLimit.Permit? in
          if state.waiters.isEmpty, let permit = state.limit.begin() { return permit }
          state.waiters.append(Waiter(number: number, continuation: continuation))
          return nil
        }
        if let permit {
          continuation.resume(returning: permit)
        } else if Task.isCancelled {
          // The handler may have run before there was a waiter to give up.
          giveUp(number)
        }
      }
    } onCancel: {
      giveUp(number)
    }
  }

  func release(_ permit: ConcurrencyLimit.Permit, _ outcome: ConcurrencyLimit.Outcome) {
    let next = state.withLock { state in
      state.limit.end(permit, outcome)
      var next: [(Waiter, ConcurrencyLimit.Permit)] = []
      while !state.waiters.isEmpty, let permit = state.limit.begin() {
        next.append((state.waiters.removeFirst(), permit))
      }
      return next
    }
    for (waiter, permit) in next { waiter.continuation.resume(returning: permit) }
  }

  private func giveUp(_ number: UInt64) {
    let waiter = state.withLock { state in
      state.waiters.firstIndex { $0.number == number }.map { state.waiters.remove(at: $0) }
    }
    waiter?.continuation.resume(returning: nil)
  }
}
