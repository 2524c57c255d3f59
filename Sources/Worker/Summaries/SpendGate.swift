import FoundationEssentials
import Jobs
import Storage
import Synchronization

/// The hard stop on spend: of one run, and of all runs of the job since midnight UTC. Shared by all calls of a run.
///
/// What a call may cost at most is set aside before it and is more than it will cost. So a call that no longer fits waits
/// for calls under way here, whose settlement may make room, before it is refused.
final class SpendGate: Sendable {
  /// What is set aside for one attempt.
  struct Hold: Sendable {
    fileprivate var id: UUID?

    /// Nothing: what costs nothing needs no leave.
    static let free = Hold(id: nil)
  }

  /// Sets amounts aside and puts what was spent in their place, for all workers together. Both may be done again.
  struct Ledger: Sendable {
    /// `false` where a limit would be passed.
    var reserve: @Sendable (_ hold: UUID, _ most: Money, _ likely: Money) async throws -> Bool
    var settle: @Sendable (_ hold: UUID, _ spent: Money) async throws -> Void
  }

  private struct State {
    var underWay = 0
    /// How many have been settled.
    var settled = 0
    /// What the ledger has not been told yet.
    var unsettled: [(hold: UUID, spent: Money)] = []
  }

  private let ledger: Ledger
  private let state = Mutex(State())

  /// Between two looks at whether a call has been settled.
  private static let pause = Duration.milliseconds(20)

  init(_ ledger: Ledger) { self.ledger = ledger }

  /// Sets an amount aside; `nil` where a limit would be passed.
  ///
  /// - Parameters:
  ///   - most: what the attempt may cost.
  ///   - likely: what counts as spent should this process die before it is settled.
  func reserve(_ most: Money, likely: Money) async throws -> Hold? {
    guard most > .zero else { return .free }
    let id = UUID()
    while true {
      let settled = state.withLock { $0.settled }
      if try await ledger.reserve(id, most, min(likely, most)) {
        state.withLock { $0.underWay += 1 }
        return Hold(id: id)
      }
      while state.withLock({ $0.settled == settled && $0.underWay > 0 }) { try await Task.sleep(for: Self.pause) }
      if state.withLock({ $0.settled == settled }) { return nil }
    }
  }

  /// Puts what was really spent in place of what was set aside. What fails is tried again with the next one, and at the
  /// end of the run; until then it stays set aside: too much rather than too little.
  func settle(_ hold: Hold, spent: Money) async {
    guard let id = hold.id else { return }
    state.withLock { $0.unsettled.append((id, spent)) }
    await settleRest()
    state.withLock { state in
      state.underWay -= 1
      state.settled += 1
    }
  }

  /// Settles what could not be settled before.
  func settleRest() async {
    let rest = state.withLock { state in
      defer { state.unsettled = [] }
      return state.unsettled
    }
    guard !rest.isEmpty else { return }
    // A task of its own: the call may have been cancelled, and was billed all the same.
    let failed = await Task { [ledger] in
      var failed: [(UUID, Money)] = []
      for (id, spent) in rest {
        do { try await ledger.settle(id, spent) } catch { failed.append((id, spent)) }
      }
      return failed
    }.value
    state.withLock { $0.unsettled += failed }
  }
}

extension SpendGate.Ledger {
  /// The ledger in the database.
  ///
  /// - Parameter leaseSeconds: for how long what is set aside stays so without a heartbeat of the worker.
  init(
    _ archive: Archive, job: String, run: Int64, worker: UUID, leaseSeconds: Int, limits: Limits.Spend,
    reconnecting: Reconnecting
  ) {
    self.init(
      reserve: { hold, most, likely in
        try await reconnecting {
          try await archive.reserveSpend(
            SpendHold(id: hold, amount: most.decimal, likely: likely.decimal), job: job, run: run, worker: worker,
            leaseSeconds: leaseSeconds, runLimit: limits.run.decimal, dayLimit: limits.day.decimal)
        }
      },
      settle: { hold, spent in
        try await archive.settleSpend(hold, spent: spent.decimal)
      })
  }
}
