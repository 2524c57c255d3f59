import Jobs
import Synchronization
import Testing

@testable import Worker

@Suite struct SpendGateTests {
  /// A purse that keeps to a limit, as the database does.
  private final class Purse: Sendable {
    private let state: Mutex<(left: Int64, most: Int64, refusals: Int)>
    private let limit: Int64

    init(_ microdollars: Int64) {
      limit = microdollars
      state = Mutex((microdollars, 0, 0))
    }

    var ledger: SpendGate.Ledger {
      SpendGate.Ledger(
        reserve: { amount in
          self.state.withLock { state in
            guard state.left >= amount.microdollars else {
              state.refusals += 1
              return false
            }
            state.left -= amount.microdollars
            state.most = max(state.most, self.limit - state.left)
            return true
          }
        },
        settle: { reserved, spent in
          self.state.withLock { $0.left += reserved.microdollars - spent.microdollars }
        })
    }

    var spent: Int64 { state.withLock { limit - $0.left } }
    var most: Int64 { state.withLock { $0.most } }
  }

  private func money(_ microdollars: Int64) -> Money { Money(microdollars: microdollars) }

  @Test func `what costs nothing asks nobody`() async throws {
    let gate = SpendGate(
      SpendGate.Ledger(reserve: { _ in false }, settle: { _, _ in Issue.record("something was settled") }))
    #expect(try await gate.reserve(.zero))
    await gate.settle(reserved: .zero, spent: .zero)
  }

  @Test func `nothing is under way: what does not fit is refused at once`() async throws {
    let purse = Purse(100)
    let gate = SpendGate(purse.ledger)
    #expect(try await !gate.reserve(money(101)))
    #expect(try await gate.reserve(money(100)))
    await gate.settle(reserved: money(100), spent: money(100))
    #expect(try await !gate.reserve(money(1)))
    #expect(purse.spent == 100)
  }

  @Test func `a call that does not fit beside another waits until that one is settled`() async throws {
    let purse = Purse(100)
    let gate = SpendGate(purse.ledger)
    #expect(try await gate.reserve(money(80)))
    async let second = gate.reserve(money(80))
    for _ in 0..<20 { await Task.yield() }
    await gate.settle(reserved: money(80), spent: money(10))
    #expect(try await second)
    #expect(purse.most <= 100)
  }

  @Test func `it is refused where what comes back is not enough`() async throws {
    let purse = Purse(100)
    let gate = SpendGate(purse.ledger)
    #expect(try await gate.reserve(money(80)))
    async let second = gate.reserve(money(80))
    for _ in 0..<20 { await Task.yield() }
    await gate.settle(reserved: money(80), spent: money(70))
    #expect(try await !second)
  }

  @Test func `many at a time use up the limit and never pass it`() async throws {
    let purse = Purse(1_000)
    let gate = SpendGate(purse.ledger)
    let granted = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var granted = 0
          // Each sets 200 aside and spends 30.
          while try await gate.reserve(self.money(200)) {
            await Task.yield()
            await gate.settle(reserved: self.money(200), spent: self.money(30))
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

  @Test func `a cancelled task waits no longer, and a settlement happens all the same`() async throws {
    let purse = Purse(100)
    let gate = SpendGate(purse.ledger)
    #expect(try await gate.reserve(money(80)))
    let waiting = Task { try await gate.reserve(self.money(80)) }
    for _ in 0..<20 { await Task.yield() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    let settling = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await gate.settle(reserved: self.money(80), spent: self.money(5))
    }
    await settling.value
    #expect(purse.spent == 5)
  }
}
