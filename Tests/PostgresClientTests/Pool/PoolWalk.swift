import TestSupport

@testable import PostgresClient

/// The machine, or a wrong one: it can mix up the order in which callers are served.
struct FairPool: ~Copyable {
  var machine: PoolMachine<Int>
  let servesLastFirst: Bool

  init(limit: Int, servesLastFirst: Bool = false) {
    machine = PoolMachine(limit: limit, backoff: Backoff())
    self.servesLastFirst = servesLastFirst
  }

  /// The wrong pool exchanges whoever is served with the one who came last.
  func disturbed(_ actions: [PoolMachine<Int>.Action]) -> [PoolMachine<Int>.Action] {
    guard servesLastFirst, let last = machine.waiting.last else { return actions }
    return actions.map { action in
      if case .lend(let connection, _) = action { .lend(connection, to: last) } else { action }
    }
  }
}

/// A random life of a pool for three connections, checked against what a pool promises: callers are served in the order
/// of their coming, each gets one answer, and there are never more than three connections.
struct PoolWalk {
  enum Broken: Error, Equatable {
    case limit
    case order
    case answeredTwice
    case lentTwice
  }

  let seed: UInt64

  private struct World {
    var waiting: [UInt64] = []
    var lent: Set<Int> = []
    var open: Set<Int> = []
    var connecting = 0
  }

  func run(on pool: inout FairPool) throws {
    var random = SeededGenerator(seed: Int(seed))
    var world = World()
    var (lastWaiter, lastConnection): (UInt64, Int) = (0, 0)
    for _ in 0..<300 {
      let actions: [PoolMachine<Int>.Action]
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        lastWaiter += 1
        world.waiting.append(lastWaiter)
        actions = pool.machine.request(lastWaiter, jitter: 0) { _ in true }
      case 2:
        guard let connection = world.lent.min() else { continue }
        world.lent.remove(connection)
        actions = pool.machine.giveBack(connection, isReusable: .random(using: &random), jitter: 0)
      case 3 where world.connecting > 0:
        lastConnection += 1
        world.connecting -= 1
        world.open.insert(lastConnection)
        actions = pool.machine.connected(lastConnection, jitter: 0)
      case 4 where world.connecting > 0:
        world.connecting -= 1
        actions = pool.machine.connectFailed("down", jitter: 0)
      case 5:
        guard let waiter = world.waiting.randomElement(using: &random) else { continue }
        actions = pool.machine.cancel(waiter)
      default: continue
      }
      for action in pool.disturbed(actions) { try check(action, &world) }
      guard world.open.count + world.connecting <= 3 else { throw Broken.limit }
    }
  }

  private func check(_ action: PoolMachine<Int>.Action, _ world: inout World) throws {
    switch action {
    case .lend(let connection, let waiter):
      guard world.waiting.first == waiter else { throw Broken.order }
      world.waiting.removeFirst()
      guard world.lent.insert(connection).inserted else { throw Broken.lentTwice }
    case .fail(let waiter, _):
      guard let index = world.waiting.firstIndex(of: waiter) else { throw Broken.answeredTwice }
      world.waiting.remove(at: index)
    case .connect: world.connecting += 1
    case .close(let connection): world.open.remove(connection)
    }
  }
}
