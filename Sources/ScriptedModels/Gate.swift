internal import Synchronization

/// A point at which a script or a tool waits until a test lets it go on.
///
/// A test that waits for ``arrival(of:)``, looks around, and then opens the gate has no need to sleep.
public final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var arrivals = 0
    var next = 0
    var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
    /// Those who wait for somebody to arrive, with the number that they wait for.
    var watching: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  /// A gate that is closed.
  public init() {}

  /// Waits until the gate is open. Returns at once if it is.
  ///
  /// - Throws: `CancellationError` where the task is cancelled before.
  public func wait() async throws {
    let ticket = state.withLock { state in
      state.next += 1
      return state.next
    }
    let passed = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (immediate, watchers) = state.withLock { state -> (Bool?, [CheckedContinuation<Void, Never>]) in
          state.arrivals += 1
          let arrivals = state.arrivals
          let watchers = state.watching.filter { $0.count <= arrivals }.map(\.continuation)
          state.watching.removeAll { $0.count <= arrivals }
          if state.isOpen { return (true, watchers) }
          if Task.isCancelled { return (false, watchers) }
          state.waiting[ticket] = continuation
          return (nil, watchers)
        }
        for watcher in watchers { watcher.resume() }
        if let immediate { continuation.resume(returning: immediate) }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: ticket) }?.resume(returning: false)
    }
    if !passed { throw CancellationError() }
  }

  /// Lets everybody through, now and later.
  public func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for continuation in waiting { continuation.resume(returning: true) }
  }

  /// Waits until as many tasks have come to the gate.
  public func arrival(of count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        guard state.arrivals < count else { return true }
        state.watching.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }
}
