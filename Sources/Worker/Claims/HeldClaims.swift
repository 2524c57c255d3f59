import Storage
import Synchronization

/// The claims that this worker has in hand: the heartbeat extends them, and whoever spends money looks first whether
/// a claim is still ours.
final class HeldClaims: Sendable {
  fileprivate struct State {
    var held: [Int64: Claim] = [:]
    var highest: Int64 = 0
    /// The lowest conversation that left these hands without having been seen to.
    var lowestGivenUp = Int64.max
    /// Passed over, since others had them in hand.
    var owed: Set<Int64> = []
    /// How many were held when the gauge was told last.
    var told = 0
  }

  private let state = Mutex(State())

  func add(_ claims: [Claim]) {
    state.withLock { state in
      for claim in claims {
        state.held[claim.conversation] = claim
        state.highest = max(state.highest, claim.conversation)
      }
    }
  }

  /// Remembers conversations that were passed over and will be gone back for.
  func owe(_ conversations: [Int64]) {
    state.withLock { $0.owed.formUnion(conversations) }
  }

  /// Of conversations that were passed over, only the others are still owed: the rest is in hand, or no longer asked for.
  func settle(_ conversations: [Int64], butFor others: [Int64]) {
    state.withLock { $0.owed = $0.owed.subtracting(conversations).union(others) }
  }

  /// Takes out claims whose attempts have ended, whatever they came to.
  func ended(_ claims: [Claim]) {
    state.withLock { $0.remove(claims) }
  }

  /// Takes out claims that were given back or lost: someone has to see to these conversations yet.
  func givenUp(_ claims: [Claim]) {
    state.withLock { state in
      state.remove(claims)
      for claim in claims { state.lowestGivenUp = min(state.lowestGivenUp, claim.conversation) }
    }
  }

  /// Takes out claims that turned out not to be ours any more; returns how many were still held here, so that each is
  /// counted once, whether a heartbeat or a commit found it.
  func lost(_ claims: [Claim]) -> Int {
    state.withLock { state in
      let lost = claims.filter { state.held[$0.conversation] == $0 }
      state.remove(lost)
      for claim in lost { state.lowestGivenUp = min(state.lowestGivenUp, claim.conversation) }
      return lost.count
    }
  }

  func contains(_ claim: Claim) -> Bool {
    state.withLock { $0.held[claim.conversation] == claim }
  }

  /// In order of conversation, in which rows are locked everywhere.
  var all: [Claim] {
    state.withLock { $0.held.values.sorted { $0.conversation < $1.conversation } }
  }

  /// How many more are held than at the last call, or fewer: several runs of a process share its gauge.
  func takeChange() -> Int {
    state.withLock { state in
      defer { state.told = state.held.count }
      return state.held.count - state.told
    }
  }

  /// Every conversation up to this number that was ever claimed here has been seen to; 0 before the first.
  var seenTo: Int64 {
    state.withLock { state in
      let inHand = state.held.keys.min().map { $0 - 1 } ?? state.highest
      return min(inHand, state.lowestGivenUp - 1, (state.owed.min() ?? .max) - 1)
    }
  }

  /// Drops those of `asked` that are still held here but no longer ours in the database; returns how many.
  func keep(only ours: Set<Int64>, of asked: [Claim]) -> Int {
    lost(asked.filter { !ours.contains($0.conversation) })
  }
}

extension HeldClaims.State {
  fileprivate mutating func remove(_ claims: [Claim]) {
    for claim in claims where held[claim.conversation] == claim { held[claim.conversation] = nil }
  }
}
