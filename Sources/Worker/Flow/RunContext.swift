import Compaction
import FoundationEssentials
import Jobs
import PostgresClient
import Storage
import Telemetry
import Tokenization

/// What the stages of one run share: the job, the archive, and what is in hand.
struct RunContext: Sendable {
  /// Conversations whose plan needs no model are committed so many to a transaction.
  static let commitBatch = 1_000
  /// A conversation is left alone after so many attempts that ended with their worker.
  static let crashLimit = 3

  let archive: Archive
  let job: Job
  let request: ClaimRequest
  /// Conversations up to this number are passed over.
  let start: Int64
  let committing: CommitContext
  let planning: PlanningContext
  let tokenizer: any Tokenizer
  let models: ModelPool
  let held: HeldClaims
  let stop: StopSignal
  let progress: RunProgress
  let reconnecting: Reconnecting
  let events: WorkerEvents
  let rate: TokenRate
  let spend: SpendGate
  let trust = CountTrust()
  /// Whether headers that had to be made are written down for the next time.
  var keepsHeaders = true

  /// Gives claims back without an outcome. What cannot be given back now stays in hand, for the end of the run.
  func giveBack(_ claims: [Claim]) async {
    guard (try? await archive.release(claims, ended: false)) != nil else { return }
    held.givenUp(claims)
  }

  /// Writes what attempts came to, then when to look next.
  func commit(_ batch: [Finished]) async throws {
    let claims = batch.map(\.commit.claim)
    let ours = try await events.measure(.commit) {
      try await reconnecting { try await archive.commit(batch.map(\.commit), in: committing) }
    }
    // After a lost answer the first try may have been the one that counted.
    let missing = claims.filter { !ours.contains($0.conversation) }
    let found = missing.isEmpty ? [] : try await reconnecting { try await archive.committed(missing) }
    let committed = ours.union(found)
    held.ended(claims.filter { committed.contains($0.conversation) })
    let lost = held.lost(claims.filter { !committed.contains($0.conversation) })
    if lost > 0 { events.lostLeases(lost) }
    try await reconnecting {
      try await archive.finish(batch.filter { committed.contains($0.commit.claim.conversation) }.compactMap(\.look))
    }
    progress.add { counts in
      for item in batch {
        let isOurs = committed.contains(item.commit.claim.conversation)
        counts.count(isOurs ? item.commit.outcome : .lostLease)
        counts.add(item, committed: isOurs)
      }
    }
    events.ended(batch, committed: committed, job: job.name)
    stopIfFailing()
  }

  /// Gives back what needs no compaction, and writes when to look next.
  func finish(unchanged: [(Claim, Look?)]) async throws {
    let claims = unchanged.map(\.0)
    try await reconnecting {
      try await archive.finish(unchanged.compactMap(\.1))
      try await archive.release(claims, ended: true)
    }
    held.ended(claims)
    progress.add { $0.count(.unchanged, claims.count) }
    events.unchanged(claims.count, job: job.name)
  }

  private func stopIfFailing() {
    let counts = progress.counts
    // A share of a handful says nothing.
    guard counts.attempts >= 20 else { return }
    if Double(counts.failures) > Double(counts.attempts) * job.limits.stopWhenFailing { stop.request(.failing) }
  }
}

extension RunCounts {
  fileprivate mutating func add(_ item: Finished, committed: Bool) {
    let use = item.commit.model
    modelCalls += use.calls
    cost = cost + item.cost
    reusedResults += item.reusedResults
    inputTokens += Int64(use.inputTokens)
    cachedTokens += Int64(use.cachedTokens)
    outputTokens += Int64(use.outputTokens)
    guard committed, item.commit.revision != nil, let before = item.commit.before, let after = item.commit.after
    else { return }
    tokensBefore += Int64(before.tokens)
    tokensAfter += Int64(after.tokens)
  }
}
