import Compaction
import Jobs
import Storage
import Telemetry

/// One run of a job, from the first claim to the last commit. Read this file first.
///
///     claim ── load headers ── plan ──┬── unchanged ───────────────────────────────► release
///                               ▲     ├── settled without a model ─────────────────► commit, many at once
///                short forms ◄──┴─────┤
///                                     └── draft ── model calls ── accept ── settle ─► commit
///
/// The stages run side by side, with bounded queues between them. No transaction is open while anything waits: claims
/// are leases that a heartbeat extends, and the commit asks whether they are still ours.
struct Flow: Sendable {
  let context: RunContext
  let loaded = BoundedQueue<(loaded: [Loaded], failed: [Finished])>(capacity: 2)
  let drafted: BoundedQueue<Drafted>
  let finished = BoundedQueue<Finished>(capacity: 2_000)
  let unchanged = BoundedQueue<(Claim, Look?)>(capacity: 2_000)

  /// Without a model, commits are most of the work: while one waits for the disk, another goes on.
  private var committers: Int { context.job.policy.needsModel ? 1 : 2 }
  /// With one, they come singly: what comes within four of these is committed together, unless it is the last.
  private static let gathering = Duration.milliseconds(5)

  init(_ context: RunContext) {
    self.context = context
    drafted = BoundedQueue(capacity: context.job.limits.concurrency)
  }

  /// Runs until nothing is left to claim, or the context says stop; then everything in hand has been committed or
  /// released.
  func run() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await claimAndLoad() }
      group.addTask { try await planAll() }
      group.addTask { try await summarizeAll() }
      for _ in 0..<committers { group.addTask { try await commitAll() } }
      group.addTask { try await releaseUnchanged() }
      do {
        try await group.waitForAll()
      } catch {
        // One stage failed for good: the others stop, and what they held is found by its expired lease at the latest.
        closeAll()
        group.cancelAll()
        throw error
      }
    }
  }

  private func closeAll() {
    loaded.close()
    drafted.close()
    finished.close()
    unchanged.close()
  }

  // MARK: Claimed → Loaded

  private func claimAndLoad() async throws {
    defer { loaded.close() }
    var claiming = Claiming(context)
    while !context.stop.isRequested, let claimed = try await claiming.next() {
      let batch = try await context.events.measure(.load) { try await context.load(claimed) }
      guard await loaded.push(batch) else { return await release(claimed.map(\.claim)) }
    }
  }

  // MARK: Loaded → Planned

  private func planAll() async throws {
    defer {
      drafted.close()
      unchanged.close()
    }
    var planner = Planner()
    while let batch = await loaded.pop() {
      var done = batch.failed
      var plans = await context.events.measure(.plan) {
        batch.loaded.map { plan($0, with: &planner, in: context.planning) }
      }
      while !plans.isEmpty {
        var shortened: [Shortening] = []
        for plan in plans {
          if context.stop.isRequested {
            await release([plan.claim])
            continue
          }
          switch plan {
          case .unchanged(let claim, let look): _ = await unchanged.push((claim, look))
          case .shortening(let item): shortened.append(item)
          case .drafted(let item): if await !drafted.push(item) { await release([item.loaded.claimed.claim]) }
          case .finished(let item): done.append(item)
          }
        }
        plans = []
        if !shortened.isEmpty {
          plans = try await context.events.measure(.shorten) { [shortened] in try await context.shorten(shortened) }
        }
      }
      // Together, so that they are committed together.
      _ = await finished.push(contentsOf: done)
    }
  }

  // MARK: Drafted → Settled

  private func summarizeAll() async throws {
    defer { finished.close() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      var running = 0
      while let item = await drafted.pop() {
        if context.stop.isRequested {
          await release([item.loaded.claimed.claim])
          continue
        }
        if running == context.job.limits.concurrency {
          try await group.next()
          running -= 1
        }
        group.addTask {
          if let item = try await context.events.measure(.summarize, { try await context.summarize(item) }) {
            _ = await finished.push(item)
          } else {
            await release([item.loaded.claimed.claim])
          }
        }
        running += 1
      }
      try await group.waitForAll()
    }
  }

  // MARK: Finished → committed

  private func commitAll() async throws {
    while var batch = await finished.popAll(upTo: RunContext.commitBatch) {
      if context.job.policy.needsModel {
        for _ in 0..<4 where !finished.isClosed { try? await Task.sleep(for: Self.gathering) }
        batch += finished.takeAll(upTo: RunContext.commitBatch)
      }
      try await context.commit(batch)
    }
  }

  private func releaseUnchanged() async throws {
    while let batch = await unchanged.popAll(upTo: RunContext.commitBatch) {
      try await context.finish(unchanged: batch)
    }
  }

  private func release(_ claims: [Claim]) async {
    await context.giveBack(claims)
  }
}
