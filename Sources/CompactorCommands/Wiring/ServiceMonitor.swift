import Compaction
import FoundationEssentials
import Jobs
import Monitoring
import Storage
import Telemetry
import Worker

/// What the endpoint of `compactor serve` shows, read from the database.
struct ServiceMonitor: Sendable {
  let session: DatabaseSession
  let worker: UUID
  let metrics: Metrics
  private let startedAt = Date.now

  init(session: DatabaseSession, worker: UUID, metrics: Metrics) {
    self.session = session
    self.worker = worker
    self.metrics = metrics
  }

  var endpoint: MonitoringEndpoint {
    let gauges = JobGauges(archive: session.archive, metrics: metrics)
    return MonitoringEndpoint(
      metrics: metrics,
      // Without the database they stay as they were; /readyz tells why.
      refresh: { try? await gauges.refresh() }, readiness: { await readiness() }, page: { await page() })
  }

  /// Ready with a database that takes writes and has the schema.
  private func readiness() async -> Readiness {
    do {
      let server = try await session.archive.server()
      guard !server.isReadOnly else { return .notReady("the database takes no writes") }
      let missing = Set(1...newestMigration).subtracting(try await session.archive.appliedMigrations().map(\.number))
      guard missing.isEmpty else { return .notReady("the schema lacks migrations: run compactor migrate") }
      return .ready
    } catch {
      // The error names hosts and users; who scrapes this need not know them.
      return .notReady("the database cannot be reached")
    }
  }

  private func page() async -> StatusPage {
    var page = StatusPage(version: programVersion, worker: worker.uuidString, startedAt: startedAt)
    do {
      let registered = try await session.archive.jobs()
      let runs = try await session.archive.runs(limit: 15)
      let now = try await session.archive.status().now
      let spent = try await session.archive.spendToday()
      for job in try PreparedJob.all(registered) {
        page.jobs.append(try await row(of: job, spent: spent[job.job.name] ?? SpendSum(), now: now))
      }
      page.runs = runs.map { run in
        StatusPage.Run(
          number: run.number, job: run.job, kind: run.kind.rawValue,
          state: run.state.rawValue + (run.stopReason.map { " (\($0))" } ?? ""), tone: run.tone, done: run.lookedAt,
          total: run.total, startedAt: date(run.startedAt), finishedAt: run.finishedAt.map(date),
          spent: Double(run.spend.spent) ?? 0, setAside: Double(run.spend.setAside) ?? 0)
      }
      let day = try await session.archive.lastDay()
      page.outcomes = day.outcomes.map { count in
        let outcome = Outcome(rawValue: count.outcome)
        return StatusPage.OutcomeCount(
          outcome: count.outcome, count: count.count,
          tone: outcome == .compacted ? .good : outcome?.isFailure == true ? .bad : .neutral)
      }
      page.tokensBefore = day.tokensBefore
      page.tokensAfter = day.tokensAfter
      page.tokenizers = day.tokenizers
    } catch {
      // The page then shows what is known without a database, and that the process is not ready.
    }
    return page
  }

  private func row(of job: PreparedJob, spent: SpendSum, now: Int64) async throws -> StatusPage.Job {
    // What a paused job selects belongs to the jobs behind it, and is counted there.
    let backlog =
      job.isPaused ? (due: 0, oldestSeconds: 0, quarantined: 0) : try await session.archive.backlog(of: job.scope)
    let success = try await session.archive.lastSuccess(of: job.job.name)
    return StatusPage.Job(
      name: job.job.name, version: Int(job.version), isPaused: job.isPaused,
      nextRun: job.isPaused
        ? nil : job.job.schedule?.next(after: now / 1_000_000).map { Date(timeIntervalSince1970: Double($0)) },
      lastSuccess: success.map(date), due: backlog.due,
      oldestDue: backlog.due > 0 ? date(now).addingTimeInterval(-backlog.oldestSeconds) : nil,
      spentToday: Double(spent.spent) ?? 0, setAside: Double(spent.setAside) ?? 0,
      dailyLimit: Double(job.job.limits.spend.day.microdollars) / 1_000_000)
  }

  private func date(_ microseconds: Int64) -> Date { Date(timeIntervalSince1970: Double(microseconds) / 1_000_000) }
}

extension RunRecord {
  fileprivate var tone: StatusPage.Tone {
    switch state {
    case .running, .paused: .neutral
    case .finished: .good
    case .cancelled, .stopped: .warning
    case .failed: .bad
    }
  }
}
