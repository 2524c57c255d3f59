import Synchronization

/// A value that is expensive or slow to get: asked for once at a time, kept for a while, and waited for only so long.
///
/// A check that hangs keeps no request waiting and is not started a second time; when it ends after all, its result counts.
final class Refreshed<Value: Sendable>: Sendable {
  enum Result: Sendable {
    case fresh(Value)
    /// The answer did not come in time; this is the last one that did.
    case late(last: Value?)
  }

  private struct State {
    var last: (value: Value, time: ContinuousClock.Instant)?
    var isAsking = false
    var waiters: [UInt64: AsyncStream<Value>.Continuation] = [:]
    var lastWaiter: UInt64 = 0
  }

  private enum Entry {
    case known(Value)
    case waiting(UInt64)
  }

  private let state = Mutex(State())
  private let maximumAge: Duration
  private let patience: Duration
  private let clock: Clock
  private let ask: @Sendable () async -> Value

  /// The time, for tests to replace.
  struct Clock: Sendable {
    var now: @Sendable () -> ContinuousClock.Instant = { .now }
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  }

  init(
    maximumAge: Duration, patience: Duration, clock: Clock = Clock(), ask: @escaping @Sendable () async -> Value
  ) {
    self.maximumAge = maximumAge
    self.patience = patience
    self.clock = clock
    self.ask = ask
  }

  func value() async -> Result {
    let (stream, continuation) = AsyncStream<Value>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let entry = state.withLock { state -> Entry in
      if let last = state.last, last.time + maximumAge > clock.now() { return .known(last.value) }
      state.lastWaiter += 1
      state.waiters[state.lastWaiter] = continuation
      if !state.isAsking {
        state.isAsking = true
        // Not a child of this task, which will not wait for it beyond its patience.
        Task { await self.refresh() }
      }
      return .waiting(state.lastWaiter)
    }
    let waiter: UInt64
    switch entry {
    case .known(let value): return .fresh(value)
    case .waiting(let number): waiter = number
    }

    let value = await withTaskGroup(of: Value?.self) { group in
      group.addTask { await stream.first { _ in true } }
      group.addTask { [clock, patience] in
        try? await clock.sleep(patience)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
    if let value { return .fresh(value) }
    return state.withLock { state in
      state.waiters[waiter] = nil
      return .late(last: state.last?.value)
    }
  }

  private func refresh() async {
    let value = await ask()
    let waiters = state.withLock { state in
      state.last = (value, clock.now())
      state.isAsking = false
      defer { state.waiters = [:] }
      return state.waiters.values
    }
    for waiter in waiters {
      waiter.yield(value)
      waiter.finish()
    }
  }
}
