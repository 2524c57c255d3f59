import Storage
import Telemetry

/// Claims a run's conversations, a batch after the other. A job that needs a model holds few, so that others get
/// theirs.
///
/// A run takes what is free in one pass: what others have in hand is theirs to finish. A backfill owes its work to
/// every conversation: it remembers those that it had to pass over and goes back for them until each was free.
struct Claiming {
  private let context: RunContext
  private var after: Int64
  private var isPastTheEnd = false
  /// Ascending.
  private var passedOver: [Int64] = []

  /// Between two looks at what is still in other hands.
  private static let pause = Duration.milliseconds(500)

  init(_ context: RunContext) {
    self.context = context
    after = context.start
  }

  /// The next conversations, now in hand; `nil` when none is left.
  mutating func next() async throws -> [ClaimedConversation]? {
    if !isPastTheEnd {
      var request = context.request
      request.after = after
      let claimed = try await claim(request)
      if request.scope == .all {
        request.through = claimed.last?.claim.conversation ?? .max
        let others = try await context.reconnecting { [request] in
          try await context.archive.passedOver(request, claimed: claimed)
        }
        passedOver += others
        context.held.owe(others)
      }
      context.held.add(claimed.map(\.claim))
      if let last = claimed.last?.claim.conversation {
        after = last
        return claimed
      }
      isPastTheEnd = true
    }
    while !passedOver.isEmpty, !context.stop.isRequested {
      var request = context.request
      request.scope = .these(passedOver)
      let claimed = try await claim(request)
      let others = try await context.reconnecting { [request] in
        try await context.archive.passedOver(request, claimed: claimed)
      }
      context.held.add(claimed.map(\.claim))
      context.held.settle(passedOver, butFor: others)
      passedOver = others
      if !claimed.isEmpty { return claimed }
      if !others.isEmpty { try await Task.sleep(for: Self.pause) }
    }
    return nil
  }

  private func claim(_ request: ClaimRequest) async throws -> [ClaimedConversation] {
    // Behind the last number that was claimed, this run holds nothing but what a lost answer would have told of.
    var request = request
    let claimed = try await context.events.measure(.claim) {
      try await context.reconnecting {
        defer { request.isRepeated = true }
        return try await context.archive.claim(request)
      }
    }
    context.events.claimed(claimed.count)
    return claimed
  }
}
