import Storage
import Synchronization

/// The claims that this worker has in hand: the heartbeat extends them, and whoever spends money looks first whether
/// a claim is still ours.
final class HeldClaims: Sendable {
  private let state = Mutex<[Int64: Claim]>([:])

  func add(_ claims: [Claim]) {
    state.withLock { held in
      for claim in claims { held[claim.conversation] = claim }
    }
  }

  func remove(_ claims: [Claim]) {
    state.withLock { held in
      for claim in claims where held[claim.conversation] == claim { held[claim.conversation] = nil }
    }
  }

  func contains(_ claim: Claim) -> Bool {
    state.withLock { $0[claim.conversation] == claim }
  }

  /// In order of conversation, in which rows are locked everywhere.
  var all: [Claim] {
    state.withLock { $0.values.sorted { $0.conversation < $1.conversation } }
  }

  /// Drops those of `asked` that are still held here but no longer ours in the database; returns how many.
  func keep(only ours: Set<Int64>, of asked: [Claim]) -> Int {
    let lost = asked.filter { !ours.contains($0.conversation) && contains($0) }
    remove(lost)
    return lost.count
  }
}
