import Jobs
import Storage
import Synchronization

/// The hard stop on spend: of one run, and of all runs of the job since midnight UTC. Shared by all calls of a run.
final class SpendGate: Sendable {
  private let archive: Archive
  private let job: String
  private let run: Int64
  private let limits: Limits.Spend
  private let reconnecting: Reconnecting
  /// Amounts that this process has set aside and not settled.
  private let open = Atomic<Int>(0)

  /// How often a call that found no money looks whether others have given back what they did not need.
  private static let patience = Duration.milliseconds(100)

  init(archive: Archive, job: String, run: Int64, limits: Limits.Spend, reconnecting: Reconnecting) {
    self.archive = archive
    self.job = job
    self.run = run
    self.limits = limits
    self.reconnecting = reconnecting
  }

  /// Sets the amount aside; `false` where a limit would be passed. What costs nothing needs no leave.
  ///
  /// What is set aside is more than most calls need. Where others are under way, their rest is waited for.
  func reserve(_ amount: Money) async throws -> Bool {
    guard amount > .zero else { return true }
    while true {
      let othersWereOpen = open.load(ordering: .acquiring) > 0
      let isReserved = try await reconnecting {
        try await archive.reserveSpend(
          job: job, run: run, amount: amount.decimal, runLimit: limits.run.decimal, dayLimit: limits.day.decimal)
      }
      if isReserved {
        open.add(1, ordering: .acquiringAndReleasing)
        return true
      }
      guard othersWereOpen else { return false }
      try await Task.sleep(for: Self.patience)
    }
  }

  /// Puts what was really spent in place of what was set aside. Should this fail, the reservation stays and counts
  /// as spent: too much rather than too little.
  func settle(reserved: Money, spent: Money) async {
    guard reserved > .zero || spent > .zero else { return }
    try? await archive.settleSpend(job: job, run: run, reserved: reserved.decimal, spent: spent.decimal)
    open.subtract(1, ordering: .acquiringAndReleasing)
  }
}
