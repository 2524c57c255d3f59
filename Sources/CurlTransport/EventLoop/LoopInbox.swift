import CCurl
import Synchronization

/// Commands on their way to the thread.
final class LoopInbox: Sendable {
  /// May be used from any thread, as long as the multi handle exists: `curl_multi_wakeup` is the one function that is safe
  /// beside the others, and the inbox calls it under its lock, where the handle is also taken away before it dies.
  private struct Waker: @unchecked Sendable {
    let multi: UnsafeMutableRawPointer
  }

  private struct State {
    var commands: [LoopCommand] = []
    var waker: Waker?
    var isClosed = false
    var closeWaiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// False when the thread takes no more commands.
  @discardableResult func post(_ command: LoopCommand) -> Bool {
    state.withLock { state in
      if state.isClosed { return false }
      state.commands.append(command)
      // One wake-up is enough for all commands that come before the thread looks.
      if state.commands.count == 1, let waker = state.waker { curl_multi_wakeup(waker.multi) }
      return true
    }
  }

  func waitUntilClosed() async {
    await withCheckedContinuation { continuation in
      let isClosed = state.withLock { state in
        if !state.isClosed { state.closeWaiters.append(continuation) }
        return state.isClosed
      }
      if isClosed { continuation.resume() }
    }
  }

  // The thread's side.

  func open(_ multi: UnsafeMutableRawPointer) {
    let waker = Waker(multi: multi)
    state.withLock { $0.waker = waker }
  }

  func takeAll() -> [LoopCommand] {
    state.withLock { state in
      defer { state.commands.removeAll(keepingCapacity: true) }
      return state.commands
    }
  }

  /// Takes no more commands, and returns those that came too late.
  func close() -> [LoopCommand] {
    state.withLock { state in
      state.isClosed = true
      state.waker = nil
      defer { state.commands = [] }
      return state.commands
    }
  }

  func announceClosed() {
    let waiters = state.withLock { state in
      defer { state.closeWaiters = [] }
      return state.closeWaiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
