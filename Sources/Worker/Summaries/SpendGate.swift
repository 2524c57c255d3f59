import Jobs
import Storage
import Synchronization

/// The hard stop on spend: of one run, and of all runs of the job since midnight UTC. Shared by all calls of a run.
///
/// What a call may cost at most is set aside before it and is much more than it will cost. So a call that no longer fits
/// waits for calls under way here, whose settlement may make room, before it is refused.
final class SpendGate: Sendable {
  /// Sets amounts aside and puts what was spent in their place, for all workers together.
  struct Ledger: Sendable {
    /// `false` where a limit would be passed.
    var reserve: @Sendable (Money) async throws -> Bool
    var settle: @Sendable (_ reserved: Money, _ spent: Money) async throws -> Void
  }

  private struct State {
    var underWay = 0
    /// How many have been settled.
    var settled = 0
  }

  private let ledger: Ledger
  private let state = Mutex(State())

  /// Between two looks at whether a call has been settled.
  private static let pause = Duration.milliseconds(20)

  init(_ ledger: Ledger) { self.ledger = ledger }

  /// Sets the amount aside; `false` where a limit would be passed. What costs nothing needs no leave.
  func reserve(_ amount: Money) async throws -> Bool {
    guard amount > .zero else { return true }
    while true {
      let settled = state.withLock { $0.settled }
      if try await ledger.reserve(amount) {
        state.withLock { $0.underWay += 1 }
        return true
      }
      while state.withLock({ $0.settled == settled && $0.underWay > 0 }) { try await Task.sleep(for: Self.pause) }
      if state.withLock({ $0.settled == settled }) { return false }
    }
  }

  /// Puts what was really spent in place of what was set aside. Should this fail, the reservation stays and counts
  /// as spent: too much rather than too little.
  func settle(reserved: Money, spent: Money) async {
    guard reserved > .zero else { return }
    // A task of its own: the call may have been cancelled, and was billed all the same.
    await Task { [ledger] in try? await ledger.settle(reserved, spent) }.value
    state.withLock { state in
      state.underWay -= 1
      state.settled += 1
    }
  }
}

extension SpendGate.Ledger {
  /// The ledger in the database.
  init(_ archive: Archive, job: String, run: Int64, limits: Limits.Spend, reconnecting: Reconnecting) {
    self.init(
      reserve: { amount in
        try await reconnecting {
          try await archive.reserveSpend(
            job: job, run: run, amount: amount.decimal, runLimit: limits.run.decimal, dayLimit: limits.day.decimal)
        }
      },
      settle: { reserved, spent in
        try await archive.settleSpend(job: job, run: run, reserved: reserved.decimal, spent: spent.decimal)
      })
  }
}
