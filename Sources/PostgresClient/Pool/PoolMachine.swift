/// Who gets which connection, and when one is made; no I/O. The shell (`PostgresPool`) performs the actions in order.
///
/// Callers wait in the order of their coming. A connection is made only when someone waits for one and the limit
/// allows it. After a failure the next attempt waits; whoever waits goes on waiting.
struct PoolMachine<Connection>: ~Copyable {
  typealias Waiter = UInt64

  enum Action {
    case lend(Connection, to: Waiter)
    /// Make a connection after the delay.
    case connect(after: Duration)
    case close(Connection)
    case fail(Waiter, Refusal)
  }

  enum Refusal: Equatable {
    case closed
    case cancelled
    case timedOut(lastFailure: String?)
  }

  let limit: Int
  let backoff: Backoff

  private(set) var idle: [Connection] = []
  /// In the order of their coming.
  private(set) var waiting: [Waiter] = []
  private(set) var lent = 0
  private(set) var connecting = 0
  /// In a row, since a connection was last made.
  private(set) var failures = 0
  private(set) var lastFailure: String?
  private(set) var isClosed = false

  init(limit: Int, backoff: Backoff) {
    precondition(limit > 0, "a pool needs room for a connection")
    self.limit = limit
    self.backoff = backoff
  }

  /// `isUsable` tells whether an idle connection is still good.
  mutating func request(_ waiter: Waiter, jitter: Double, isUsable: (Connection) -> Bool) -> [Action] {
    guard !isClosed else { return [.fail(waiter, .closed)] }
    var actions: [Action] = []
    // The one returned last is the likeliest to be good, and the others can be given up when they age.
    while waiting.isEmpty, let connection = idle.popLast() {
      guard isUsable(connection) else {
        actions.append(.close(connection))
        continue
      }
      lent += 1
      return actions + [.lend(connection, to: waiter)]
    }
    waiting.append(waiter)
    return actions + connectIfNeeded(jitter: jitter)
  }

  /// A caller has finished. `isReusable` is false when the connection is closed or not idle.
  mutating func giveBack(_ connection: Connection, isReusable: Bool, jitter: Double) -> [Action] {
    lent -= 1
    guard isReusable, !isClosed else { return [.close(connection)] + connectIfNeeded(jitter: jitter) }
    return offer(connection)
  }

  mutating func connected(_ connection: Connection, jitter: Double) -> [Action] {
    connecting -= 1
    failures = 0
    lastFailure = nil
    guard !isClosed else { return [.close(connection)] }
    // While attempts failed there was only one at a time.
    return offer(connection) + connectIfNeeded(jitter: jitter)
  }

  mutating func connectFailed(_ reason: String, jitter: Double) -> [Action] {
    connecting -= 1
    failures += 1
    lastFailure = reason
    return connectIfNeeded(jitter: jitter)
  }

  mutating func cancel(_ waiter: Waiter) -> [Action] {
    remove(waiter, .cancelled)
  }

  mutating func timeOut(_ waiter: Waiter) -> [Action] {
    remove(waiter, .timedOut(lastFailure: lastFailure))
  }

  mutating func close() -> [Action] {
    isClosed = true
    defer { (idle, waiting) = ([], []) }
    return idle.map { .close($0) } + waiting.map { .fail($0, .closed) }
  }

  private mutating func offer(_ connection: Connection) -> [Action] {
    guard !waiting.isEmpty else {
      idle.append(connection)
      return []
    }
    lent += 1
    return [.lend(connection, to: waiting.removeFirst())]
  }

  private mutating func remove(_ waiter: Waiter, _ refusal: Refusal) -> [Action] {
    guard let index = waiting.firstIndex(of: waiter) else { return [] }
    waiting.remove(at: index)
    return [.fail(waiter, refusal)]
  }

  /// One attempt for each waiter, within the limit; while attempts fail, one at a time.
  private mutating func connectIfNeeded(jitter: Double) -> [Action] {
    guard !isClosed else { return [] }
    let wanted = failures > 0 ? min(1, waiting.count) : waiting.count
    let room = limit - lent - idle.count
    let new = min(wanted, room) - connecting
    guard new > 0 else { return [] }
    connecting += new
    let delay = failures > 0 ? backoff.delay(afterFailures: failures, jitter: jitter) : .zero
    return Array(repeating: .connect(after: delay), count: new)
  }
}
