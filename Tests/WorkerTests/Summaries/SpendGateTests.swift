import FoundationEssentials
import Jobs
import Synchronization
import Testing

@testable import Worker

@Suite struct SpendGateTests {
  /// A purse that keeps to a limit, as the database does.
  private final class Purse: Sendable {
    private struct State {
      var holds: [UUID: Int64] = [:]
      var spent: Int64 = 0
      var most: Int64 = 0
      /// Settlements to come that fail.
      var failures = 0
    }

    private let state: Mutex<State>
    private let limit: Int64

    init(_ microdollars: Int64, failures: Int = 0) {
      limit = microdollars
      state = Mutex(State(failures: failures))
    }

    var ledger: SpendGate.Ledger {
      SpendGate.Ledger(
        reserve: { hold, most, likely in
          #expect(likely <= most)
          return self.state.withLock { state in
            let used = state.spent + state.holds.values.reduce(0, +)
            guard used + most.microdollars <= self.limit else { return false }
            state.holds[hold] = most.microdollars
            state.most = max(state.most, used + most.microdollars)
            return true
          }
        },
        settle: { hold, spent in
          try self.state.withLock { state in
            if state.failures > 0 {
              state.failures -= 1
              throw CancellationError()
            }
            if state.holds.removeValue(forKey: hold) != nil { state.spent += spent.microdollars }
          }
        })
    }

    /// What was spent, and what is set aside.
    var spent: Int64 { state.withLock { $0.spent + $0.holds.values.reduce(0, +) } }
    var most: Int64 { state.withLock { $0.most } }
  }

  private func money(_ microdollars: Int64) -> Money { Money(microdollars: microdollars) }

  @Test func `what costs nothing asks nobody`() async throws {
    let gate = SpendGate(
      SpendGate.Ledger(reserve: { _, _, _ in false }, settle: { _, _ in Issue.record("something was settled") }))
    let hold = try #require(try await gate.reserve(.zero, likely: .zero))
    await gate.settle(hold, spent: .zero)
  }

  private func reserve(_ gate: SpendGate, _ microdollars: Int64) async throws -> SpendGate.Hold? {
    try await gate.reserve(money(microdollars), likely: money(microdollars / 4))
  }

  @Test func `nothing is under way: what does not fit is refused at once`() async throws {
    let purse = Purse(100)
    let gate = SpendGate(purse.ledger)
    #expect(try await reserve(gate, 101) == nil)
    let hold = try #require(try await reserve(gate, 100))
    await gate.settle(hold, spent: money(100))
    #expect(try await reserve(gate, 1) == nil)
    #expect(purse.spent == 100)
  }

  @Test func `a call that does not fit beside another waits until that one is settled`() async throws {
    let purse = Purse(100)
    let gate = SpendGate(purse.ledger)
    let first = try #require(try await reserve(gate, 80))
    async let second = reserve(gate, 80)
    for _ in 0..<20 { await Task.yield() }
    await gate.settle(first, spent: money(10))
    #expect(try await second != nil)
    #expect(purse.most <= 100)
  }

  @Test func `it is refused where what comes back is not enough`() async throws {
    let purse = Purse(100)
    let gate = SpendGate(purse.ledger)
    let first = try #require(try await reserve(gate, 80))
    async let second = reserve(gate, 80)
    for _ in 0..<20 { await Task.yield() }
    await gate.settle(first, spent: money(70))
    #expect(try await second == nil)
  }

  @Test func `many at a time use up the limit and never pass it`() async throws {
    let purse = Purse(1_000)
    let gate = SpendGate(purse.ledger)
    let granted = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var granted = 0
          // Each sets 200 aside and spends 30.
          while let hold = try await self.reserve(gate, 200) {
            await Task.yield()
            await gate.settle(hold, spent: self.money(30))
            granted += 1
          }
          return granted
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(purse.most <= 1_000)
    #expect(purse.spent == Int64(granted) * 30)
    #expect(purse.spent > 800 && purse.spent <= 1_000, "the last one has to fit with what it sets aside")
  }

  @Test func `what could not be settled is settled with the next one, or at the end`() async throws {
    let purse = Purse(1_000, failures: 2)
    let gate = SpendGate(purse.ledger)
    let first = try #require(try await reserve(gate, 200))
    await gate.settle(first, spent: money(10))
    #expect(purse.spent == 200, "too much rather than too little")
    let second = try #require(try await reserve(gate, 200))
    await gate.settle(second, spent: money(20))
    #expect(purse.spent == 220, "one of the two has failed again")
    await gate.settleRest()
    #expect(purse.spent == 30)
  }

  @Test func `a cancelled task waits no longer, and a settlement happens all the same`() async throws {
    let purse = Purse(100)
    let gate = SpendGate(purse.ledger)
    let hold = try #require(try await reserve(gate, 80))
    let waiting = Task { try await self.reserve(gate, 80) }
    for _ in 0..<20 { await Task.yield() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    let settling = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await gate.settle(hold, spent: self.money(5))
    }
    await settling.value
    #expect(purse.spent == 5)
  }
}
