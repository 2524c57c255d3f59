public import Compaction
import FoundationEssentials
import Jobs
public import Storage
import Summarization
public import Tokenization

/// Plans what a run would do without claiming, writing or asking anything.
public struct Estimator: Sendable {
  private let archive: Archive
  private let prepared: PreparedJob
  private let isBackfill: Bool
  private let tokenizer: any Tokenizer

  /// Conversations looked at together.
  private static let batch = 500

  public init(_ archive: Archive, _ job: PreparedJob, isBackfill: Bool, tokenizer: any Tokenizer) {
    self.archive = archive
    prepared = job
    self.isBackfill = isBackfill
    self.tokenizer = tokenizer
  }

  /// - Parameters:
  ///   - limit: look at no more conversations than this.
  ///   - onProgress: is told how many have been looked at.
  public func estimate(limit: Int = .max, onProgress: (Int) -> Void = { _ in }) async throws -> RunEstimate {
    var estimate = RunEstimate()
    var planner = Planner()
    let context = context
    var after: Int64 = 0
    var seen = 0
    while seen < limit {
      var request = context.request
      request.after = after
      request.limit = min(Self.batch, limit - seen)
      let candidates = try await archive.candidates(request)
      guard let last = candidates.last?.claim.conversation else { break }
      after = last
      seen += candidates.count
      let (loaded, failed) = try await context.load(candidates)
      for _ in failed { estimate.add(failed: ()) }
      var plans: [(Loaded, Planned)] = loaded.map { ($0, plan($0, with: &planner, in: context.planning)) }
      while !plans.isEmpty {
        var shortened: [Shortening] = []
        for (item, plan) in plans {
          if case .shortening(let item) = plan { shortened.append(item) } else { add(item, plan, to: &estimate) }
        }
        let items = shortened.map(\.loaded)
        plans = shortened.isEmpty ? [] : Array(zip(items, try await context.shorten(shortened)))
      }
      onProgress(seen)
    }
    return estimate
  }

  /// What a look at one conversation would find now, whether it is due or not.
  public func look(at conversation: Int64) async throws -> (result: PlanningResult, size: HistorySize)? {
    let context = context
    var request = context.request
    request.scope = .all
    request.job = JobScope(.everything)
    request.after = conversation - 1
    request.through = conversation
    guard let claimed = try await archive.candidates(request).first else { return nil }
    guard let loaded = try await context.load([claimed]).loaded.first else { return nil }
    var planner = Planner()
    let live = loaded.revision.live
    let result = planner.plan(
      PlanningInput(
        snapshot: loaded.snapshot, previous: live?.overlay, policy: prepared.job.policy, now: claimed.claimedAt,
        lastAppend: claimed.lastAppend, revision: loaded.revision.highest + 1))
    return (result, Overlay.size(of: loaded.snapshot, under: live?.overlay))
  }

  private func add(_ item: Loaded, _ plan: Planned, to estimate: inout RunEstimate) {
    switch plan {
    case .shortening: estimate.add(failed: ())
    case .unchanged: estimate.add(unchanged: item.wholeSize)
    case .finished(let finished):
      if finished.commit.revision != nil, let before = finished.commit.before, let after = finished.commit.after {
        estimate.add(settled: before, after)
      } else {
        estimate.add(cannotShrink: item.wholeSize)
      }
    case .drafted(let drafted):
      let draft = drafted.draft
      let model = prepared.job.models[draft.model]
      let limits = SummaryLimits(
        atMostTokens: draft.budgetTokens, replacedTokens: draft.replacedTokens,
        contextWindow: model?.contextWindow ?? 32_000)
      let covered = item.snapshot.headers.reduce(0) { sum, header in
        draft.covered.contains { $0.first <= header.position && header.position <= $0.last }
          ? sum + Int(header.tokens) : sum
      }
      estimate.add(draft: draft, source: covered, chunk: limits.chunkTokens, price: model?.price ?? .free)
    }
  }

  private var context: RunContext {
    let job = prepared.job
    return RunContext(
      archive: archive, job: job,
      request: ClaimRequest(
        scope: isBackfill ? .all : .due(idleSeconds: job.policy.trigger.idleSeconds), job: prepared.scope,
        limit: Self.batch, run: 0, worker: UUID(), leaseSeconds: 0),
      start: 0,
      committing: CommitContext(
        run: 0, job: job.name, jobVersion: prepared.version, policy: prepared.policy, worker: UUID(),
        tokenizer: tokenizer.name),
      planning: PlanningContext(
        policy: job.policy, policyDigest: prepared.policy, fromOriginals: isBackfill, isLive: false,
        dialect: job.dialect),
      tokenizer: tokenizer, models: ModelPool(), held: HeldClaims(), stop: StopSignal(), progress: RunProgress(),
      reconnecting: Reconnecting(onRetry: { _, _ in }, random: { .random(in: 0..<1) }), events: .none,
      rate: TokenRate(perMinute: nil, metrics: WorkerEvents.none.metrics),
      spend: SpendGate(SpendGate.Ledger(reserve: { _, _, _ in false }, settle: { _, _ in })),
      keepsHeaders: false)
  }
}
