import Synchronization

/// The requests in flight, and whether the server still takes new ones.
final class ExchangeTable: Sendable {
  fileprivate struct State {
    var exchanges: [UInt64: Exchange] = [:]
    var lastNumber: UInt64 = 0
    var isDraining = false
    var isCutting = false
    var waiters: [AsyncStream<Never>.Continuation] = []
  }

  private let state = Mutex(State())

  var isDraining: Bool { state.withLock(\.isDraining) }

  /// Enters a new exchange under a number of its own; `nil` when the server no longer takes any.
  func enter(_ make: (UInt64) -> Exchange) -> Exchange? {
    state.withLock { state in
      guard !state.isCutting else { return nil }
      state.lastNumber += 1
      let exchange = make(state.lastNumber)
      state.exchanges[exchange.number] = exchange
      return exchange
    }
  }

  func remove(_ exchange: Exchange) {
    let waiters = state.withLock { state in
      state.exchanges[exchange.number] = nil
      return state.exchanges.isEmpty ? state.takeWaiters() : []
    }
    for waiter in waiters { waiter.finish() }
  }

  func clientDisconnected(_ number: UInt64) {
    state.withLock { $0.exchanges[number] }?.clientDisconnected()
  }

  func drain() {
    state.withLock { $0.isDraining = true }
  }

  /// Ends every exchange in the middle and refuses new ones.
  func cutAll() {
    let exchanges = state.withLock { state in
      state.isDraining = true
      state.isCutting = true
      return Array(state.exchanges.values)
    }
    for exchange in exchanges { exchange.cut() }
  }

  /// Returns when nothing is in flight, or when the task is cancelled.
  func waitUntilIdle() async {
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    let idle = state.withLock { state in
      if !state.exchanges.isEmpty { state.waiters.append(continuation) }
      return state.exchanges.isEmpty
    }
    if idle { return }
    for await _ in stream {}
  }
}

extension ExchangeTable.State {
  fileprivate mutating func takeWaiters() -> [AsyncStream<Never>.Continuation] {
    defer { waiters = [] }
    return waiters
  }
}
