import Jobs
import Storage
import Transcripts
import Worker

/// The registered jobs in their order, for a person or a program.
struct JobsReport {
  struct Row {
    var job: PreparedJob
    var appliedAt: Int64
    var pausedAt: Int64?
    /// `nil` for a paused job: what it selects belongs to the jobs behind it.
    var due: Int64?
    var oldestDueSeconds: Double
    /// Microseconds since 1970.
    var lastSuccess: Int64?
    var nextRun: Int64?
    /// Where the conversations were counted.
    var conversations: (selected: Int64, own: Int64)?
  }

  var rows: [Row]
  /// Due conversations that no active job selects.
  var dueOfNoJob: Int64

  static func read(_ session: DatabaseSession, countsAll: Bool) async throws -> JobsReport {
    let archive = session.archive
    let registered = try await archive.jobs()
    let now = try await archive.status().now
    var report = JobsReport(rows: [], dueOfNoJob: 0)
    let prepared = try PreparedJob.all(registered)
    for (job, entry) in zip(prepared, registered) {
      var row = Row(
        job: job, appliedAt: entry.appliedAt, pausedAt: entry.pausedAt, due: nil, oldestDueSeconds: 0,
        lastSuccess: try await archive.lastSuccess(of: entry.name), nextRun: nil)
      if !job.isPaused {
        let backlog = try await archive.backlog(of: job.scope)
        (row.due, row.oldestDueSeconds) = (backlog.due, backlog.oldestSeconds)
        row.nextRun = job.job.schedule?.next(after: now / 1_000_000).map { $0 * 1_000_000 }
      }
      if countsAll {
        let standing = try await archive.standing(of: job.scope, idleSeconds: 0, isBackfill: true)
        row.conversations = (standing.selected, standing.own)
      }
      report.rows.append(row)
    }
    let active = prepared.filter { !$0.isPaused }.map(\.scope.filter)
    report.dueOfNoJob = try await archive.backlog(of: JobScope(.everything, earlier: active)).due
    return report
  }

  var text: String {
    if rows.isEmpty { return "no job is registered: compactor apply JOB registers one" }
    let isCounted = rows.contains { $0.conversations != nil }
    var table = TextTable(
      [
        ("#", .right), ("job", .left), ("version", .right), ("state", .left), ("selects", .left),
      ] + (isCounted ? [("selected", .right), ("its own", .right)] : []) + [
        ("due", .right), ("schedule", .left), ("last success (UTC)", .left),
      ])
    for (index, row) in rows.enumerated() {
      let job = row.job.job
      var cells = [
        String(index + 1), job.name, String(row.job.version), row.pausedAt == nil ? "active" : "paused",
        job.selection.summary,
      ]
      if isCounted {
        cells += [
          row.conversations.map { grouped($0.selected) } ?? "", row.conversations.map { grouped($0.own) } ?? "",
        ]
      }
      cells += [
        row.due.map { grouped($0) } ?? "–",
        job.schedule.map { "\($0.cron.text) \($0.timeZone.name)" } ?? "whenever something is due",
        row.lastSuccess.map { timeText($0) } ?? "never",
      ]
      table.add(row: cells)
    }
    var lines = [table.text]
    if dueOfNoJob > 0 {
      lines += [
        "", "\(counted(dueOfNoJob, "due conversation")) \(dueOfNoJob == 1 ? "belongs" : "belong") to no active job",
      ]
    }
    return lines.joined(separator: "\n")
  }

  var json: String {
    JSON.object([
      .init("jobs", .array(rows.enumerated().map { index, row in row.json(place: index + 1) })),
      .init("due_of_no_job", .integer(dueOfNoJob)),
    ]).text
  }
}

extension JobsReport.Row {
  fileprivate func json(place: Int) -> JSON {
    let job = self.job.job
    return .object([
      .init("place", .integer(place)), .init("name", .string(job.name)), .init("version", .integer(self.job.version)),
      .init("paused", .bool(pausedAt != nil)), .init("paused_at", .time(pausedAt)),
      .init("applied_at", .time(appliedAt)), .init("selects", job.selection.json),
      .init("selected", .integer(conversations?.selected)), .init("own", .integer(conversations?.own)),
      .init("due", .integer(due)), .init("oldest_due_seconds", .number(String(oldestDueSeconds))),
      .init(
        "schedule",
        job.schedule.map {
          .object([.init("cron", .string($0.cron.text)), .init("time_zone", .string($0.timeZone.name))])
        } ?? .null),
      .init("next_run", .time(nextRun)), .init("last_success", .time(lastSuccess)),
    ])
  }
}

extension Jobs.Selection {
  /// As a job file writes it.
  fileprivate var json: JSON {
    let tenants: JSON =
      switch tenants {
      case .all: "all"
      case .only(let names): .object([.init("only", .array(names.sorted().map { .string($0) }))])
      case .except(let names): .object([.init("except", .array(names.sorted().map { .string($0) }))])
      }
    return .object([.init("tenants", tenants), .init("metadata", metadataJSON ?? .object([]))])
  }
}
