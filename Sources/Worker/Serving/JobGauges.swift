import Jobs
public import Storage
public import Telemetry

/// The gauges of jobs, as the database has them: the same whichever process is asked, and right after a restart.
public struct JobGauges: Sendable {
  private let archive: Archive
  private let metrics: Metrics

  public init(archive: Archive, metrics: Metrics) {
    self.archive = archive
    self.metrics = metrics
  }

  /// Brings those of every registered job up to date.
  public func refresh() async throws {
    for job in try PreparedJob.all(try await archive.jobs()) { try await refresh(job) }
  }

  /// - Parameter ended: a run that counts as if it were open still, for those who look only after it.
  public func refresh(_ job: PreparedJob, ended: Int64? = nil) async throws {
    let name = job.job.name
    // What a paused job selects belongs to the jobs behind it, and is counted there.
    let backlog = job.isPaused ? (due: 0, oldestSeconds: 0, quarantined: 0) : try await archive.backlog(of: job.scope)
    let success = try await archive.lastSuccess(of: name)
    let spentToday = try await archive.spendToday()[name] ?? SpendSum()
    var runs = try await archive.openRuns(of: name)
    if let ended, !runs.contains(where: { $0.number == ended }), let run = try await archive.run(ended) {
      runs.append(run)
    }

    let limits = job.job.limits.spend
    let series = metrics.job(name)
    series.backlog.set(backlog.due)
    series.oldestDueAge.set(backlog.oldestSeconds)
    series.quarantined.set(backlog.quarantined)
    series.lastSuccess.set(Double(success ?? 0) / 1_000_000)
    series.backfillProgress.set(runs.compactMap(\.backfillProgress).last ?? 0)
    series.spendLimit[.day].set(limits.day.share(used: spentToday.used))
    series.spendLimit[.run].set(runs.map { limits.run.share(used: $0.spend.used) }.max() ?? 0)
  }
}

extension Money {
  /// - Parameter dollars: US dollars.
  /// - Returns: 1 where this limit is reached; 0 for a limit of nothing, which only free models are used under.
  func share(used dollars: Double) -> Double {
    guard self > .zero else { return 0 }
    return dollars * 1_000_000 / Double(microdollars)
  }
}

extension RunRecord {
  /// From 0 to 1; `nil` for other runs than backfills.
  var backfillProgress: Double? {
    guard kind == .backfill else { return nil }
    guard state != .finished, let total, total > 0 else { return state == .finished ? 1 : 0 }
    return Double(lookedAt) / Double(total)
  }
}
