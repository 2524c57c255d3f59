import TestSupport
import Testing

@testable import PostgresClient

struct PoolMachineTests {
  typealias Pool = PoolMachine<Int>

  private func pool(limit: Int) -> Pool {
    Pool(limit: limit, backoff: Backoff(first: .milliseconds(100), longest: .seconds(1)))
  }

  @Test func `a connection is made for each caller that waits, up to the limit`() {
    var pool = pool(limit: 2)
    #expect(pool.ask(1) == ["connect after 0.0 seconds"])
    #expect(pool.ask(2) == ["connect after 0.0 seconds"])
    #expect(pool.ask(3) == [])
    #expect(pool.connected(10, jitter: 0).names == ["lend 10 to 1"])
    #expect(pool.giveBack(10, isReusable: true, jitter: 0).names == ["lend 10 to 2"])
    #expect(pool.connected(11, jitter: 0).names == ["lend 11 to 3"])
    #expect(pool.giveBack(11, isReusable: true, jitter: 0).names == [])
    #expect(pool.ask(4) == ["lend 11 to 4"])
  }

  @Test func `a broken connection is replaced for those who wait`() {
    var pool = pool(limit: 1)
    _ = pool.ask(1)
    _ = pool.connected(10, jitter: 0)
    _ = pool.ask(2)
    #expect(pool.giveBack(10, isReusable: false, jitter: 0).names == ["close 10", "connect after 0.0 seconds"])
    #expect(pool.connected(11, jitter: 0).names == ["lend 11 to 2"])
  }

  @Test func `idle connections that broke are closed instead of lent`() {
    var pool = pool(limit: 3)
    for waiter in 1...3 { _ = pool.ask(UInt64(waiter)) }
    for connection in 10...12 { _ = pool.connected(connection, jitter: 0) }
    for connection in 10...12 { _ = pool.giveBack(connection, isReusable: true, jitter: 0) }
    #expect(pool.ask(4, usable: [10]) == ["close 12", "close 11", "lend 10 to 4"])
    #expect(pool.ask(5, usable: []) == ["connect after 0.0 seconds"])
  }

  @Test func `failures lead to one attempt at a time, after growing waits, and success to all of them`() {
    var pool = pool(limit: 3)
    for waiter in 1...3 { _ = pool.ask(UInt64(waiter)) }
    #expect(pool.connectFailed("down", jitter: 1).names == [], "two attempts are still under way")
    #expect(pool.connectFailed("down", jitter: 1).names == [])
    #expect(pool.connectFailed("down", jitter: 1).names == ["connect after 0.4 seconds"])
    #expect(pool.ask(4) == [])
    #expect(pool.connectFailed("down", jitter: 0).names == ["connect after 0.4 seconds"], "half of 0.8")
    #expect(pool.connectFailed("down", jitter: 1).names == ["connect after 1.0 seconds"], "never more than that")
    #expect(
      pool.connected(10, jitter: 0).names
        == ["lend 10 to 1", "connect after 0.0 seconds", "connect after 0.0 seconds"])
    #expect(pool.failures == 0)
  }

  @Test func `nobody waits, nothing is tried`() {
    var pool = pool(limit: 1)
    _ = pool.ask(1)
    #expect(pool.cancel(1).names == ["fail 1: cancelled"])
    #expect(pool.connectFailed("down", jitter: 1).names == [])
    #expect(pool.cancel(1).names == [], "an answer is given once")
  }

  @Test func `who waits too long learns why there was no connection`() {
    var pool = pool(limit: 1)
    _ = pool.ask(1)
    _ = pool.connectFailed("down", jitter: 1)
    #expect(pool.timeOut(1).names == [#"fail 1: timedOut(lastFailure: Optional("down"))"#])
  }

  @Test func `a closed pool takes everything back and gives nothing out`() {
    var pool = pool(limit: 2)
    _ = pool.ask(1)
    _ = pool.ask(2)
    _ = pool.connected(10, jitter: 0)
    #expect(pool.close().names == ["fail 2: closed"])
    #expect(pool.connected(11, jitter: 0).names == ["close 11"])
    #expect(pool.giveBack(10, isReusable: true, jitter: 0).names == ["close 10"])
    #expect(pool.ask(3) == ["fail 3: closed"])
  }

  @Test func `a closed pool closes what is idle`() {
    var pool = pool(limit: 1)
    _ = pool.ask(1)
    _ = pool.connected(10, jitter: 0)
    _ = pool.giveBack(10, isReusable: true, jitter: 0)
    #expect(pool.close().names == ["close 10"])
    #expect(pool.idle.isEmpty)
  }

  @Test(arguments: UInt64(0)..<50) func `whatever happens, the promises of a pool hold`(seed: UInt64) throws {
    var fair = FairPool(limit: 3)
    try PoolWalk(seed: seed).run(on: &fair)
  }

  @Test func `a pool that serves the last comer first, or forgets its limit, is found out`() {
    #expect(throws: PoolWalk.Broken.order) {
      for seed in UInt64(0)..<50 {
        var pool = FairPool(limit: 3, servesLastFirst: true)
        try PoolWalk(seed: seed).run(on: &pool)
      }
    }
    #expect(throws: PoolWalk.Broken.limit) {
      for seed in UInt64(0)..<50 {
        var pool = FairPool(limit: 4)
        try PoolWalk(seed: seed).run(on: &pool)
      }
    }
  }
}

extension PoolMachine<Int> {
  fileprivate mutating func ask(_ waiter: UInt64, usable: Set<Int>? = nil) -> [String] {
    request(waiter, jitter: 0) { usable?.contains($0) ?? true }.names
  }
}

extension [PoolMachine<Int>.Action] {
  fileprivate var names: [String] {
    map { action in
      switch action {
      case .lend(let connection, let waiter): "lend \(connection) to \(waiter)"
      case .connect(let delay): "connect after \(delay)"
      case .close(let connection): "close \(connection)"
      case .fail(let waiter, let refusal): "fail \(waiter): \(refusal)"
      }
    }
  }
}
