import FoundationEssentials
import Storage

/// Extends the leases of everything in hand, and keeps set aside what calls may cost, on a connection of its own so that work cannot keep it waiting.
struct Heartbeat: Sendable {
  let archive: Archive
  let held: HeldClaims
  let leaseSeconds: Int
  /// Whose money stays set aside; `nil` where nothing costs any.
  let spender: (worker: UUID, run: Int64)?
  let onLost: @Sendable (Int) -> Void
  let onFailure: @Sendable (any Error) -> Void

  /// Runs until cancelled, four times a lease.
  func run() async {
    let period = Duration.milliseconds(leaseSeconds * 250)
    while !Task.isCancelled {
      do {
        try await Task.sleep(for: period)
        try await beat()
      } catch is CancellationError {
        return
      } catch {
        // The lease covers a few failures; after that, others claim what is ours and our commits are refused.
        onFailure(error)
      }
    }
  }

  func beat() async throws {
    if let spender { try await archive.extendSpend(of: spender.worker, run: spender.run, bySeconds: leaseSeconds) }
    let claims = held.all
    guard !claims.isEmpty else { return }
    let ours = try await archive.extend(claims, bySeconds: leaseSeconds)
    // What was committed while the statement ran is no longer held, and not lost.
    let lost = held.keep(only: ours, of: claims)
    if lost > 0 { onLost(lost) }
  }
}
