import Jobs
import Storage

/// The hard stop on spend: of one run, and of all runs of the job since midnight UTC.
struct SpendGate: Sendable {
  let archive: Archive
  let job: String
  let run: Int64
  let limits: Limits.Spend
  let reconnecting: Reconnecting

  /// Sets the amount aside; `false` where a limit would be passed. What costs nothing needs no leave.
  func reserve(_ amount: Money) async throws -> Bool {
    guard amount > .zero else { return true }
    return try await reconnecting {
      try await archive.reserveSpend(
        job: job, run: run, amount: amount.decimal, runLimit: limits.run.decimal, dayLimit: limits.day.decimal)
    }
  }

  /// Puts what was really spent in place of what was set aside. Should this fail, the reservation stays and counts
  /// as spent: too much rather than too little.
  func settle(reserved: Money, spent: Money) async {
    guard reserved > .zero || spent > .zero else { return }
    try? await archive.settleSpend(job: job, run: run, reserved: reserved.decimal, spent: spent.decimal)
  }
}
