import Storage
import Transcripts
import Worker

extension CommandSpec {
  static let status = CommandSpec(
    "status", "show what is due, what is held, and the latest runs",
    options: [
      .database, .json, OptionSpec("runs", value: "NUMBER", "how many of the latest runs, 0 to 1000; 10 otherwise"),
    ]
  ) { invocation, console in
    let limit = try invocation.integer("runs", in: 0...1_000) ?? 10
    return try await DatabaseSession.with(invocation) { session in
      let status = try await session.archive.status()
      let jobs = try await session.archive.jobs()
      let runs = try await session.archive.runs(limit: limit)
      let report = StatusReport(
        status: status, jobs: jobs, runs: runs, spentToday: try await session.archive.spendToday())
      console.report(report.text, json: report.json, invocation)
      return .done
    }
  }
}

/// The state of the archive, for a person or a program.
struct StatusReport {
  var status: ArchiveStatus
  var jobs: [RegisteredJob]
  var runs: [RunRecord]
  /// By the jobs' names.
  var spentToday: [String: SpendSum] = [:]

  var text: String {
    var lines = [
      "conversations  \(grouped(status.conversations)), \(grouped(status.compacted)) compacted",
      "due            \(grouped(status.due))"
        + (status.due > 0 ? ", the oldest for \(ageText(status.oldestDueSeconds))" : ""),
      "claimed        \(grouped(status.claimed))", "held           \(grouped(status.held))",
      "quarantined    \(grouped(status.quarantined))", "",
    ]
    if jobs.isEmpty {
      lines.append("no job is registered: compactor apply JOB registers one")
    } else {
      var table = TextTable([
        ("job", .left), ("version", .right), ("applied (UTC)", .left), ("state", .left), ("USD today", .right),
        ("set aside", .right), ("limit", .right),
      ])
      for job in jobs {
        let spent = spentToday[job.name] ?? SpendSum()
        table.add(
          job.name, String(job.version), timeText(job.appliedAt), job.isPaused ? "paused" : "active", spent.spent,
          spent.setAside, spent.limit ?? "–")
      }
      lines.append(table.text)
    }
    if !runs.isEmpty {
      var table = TextTable([
        ("run", .right), ("job", .left), ("kind", .left), ("state", .left), ("started (UTC)", .left),
        ("seconds", .right), ("compacted", .right), ("unchanged", .right), ("other", .right), ("USD", .right),
        ("set aside", .right), ("limit", .right),
      ])
      for run in runs {
        let counts = run.outcomeCounts
        let end = run.finishedAt ?? status.now
        table.add(
          String(run.number), run.job, run.kind.rawValue,
          run.state.rawValue + (run.stopReason.map { " (\($0))" } ?? ""), timeText(run.startedAt),
          String((end - run.startedAt) / 1_000_000), grouped(counts.compacted), grouped(counts.unchanged),
          grouped(counts.other), run.spend.spent, run.spend.setAside, run.spend.limit ?? "–")
      }
      lines += ["", table.text]
    }
    return lines.joined(separator: "\n")
  }

  var json: String {
    JSON.object([
      .init("conversations", .integer(status.conversations)), .init("compacted", .integer(status.compacted)),
      .init("due", .integer(status.due)), .init("oldest_due_seconds", .number(String(status.oldestDueSeconds))),
      .init("claimed", .integer(status.claimed)), .init("held", .integer(status.held)),
      .init("quarantined", .integer(status.quarantined)),
      .init(
        "jobs",
        .array(
          jobs.map { job in
            JSON.object([
              .init("name", .string(job.name)), .init("version", .integer(job.version)),
              .init("paused", .bool(job.isPaused)),
              .init("spend_today", (spentToday[job.name] ?? SpendSum()).json),
            ])
          })),
      .init(
        "runs",
        .array(
          runs.map { run in
            JSON.object([
              .init("number", .integer(run.number)), .init("job", .string(run.job)),
              .init("job_version", .integer(run.jobVersion)), .init("kind", .string(run.kind.rawValue)),
              .init("state", .string(run.state.rawValue)), .init("started_at", .time(run.startedAt)),
              .init("finished_at", .time(run.finishedAt)),
              .init("counts", (try? JSON(parsing: run.counts)) ?? .null), .init("spent_usd", .number(run.spend.spent)),
              .init("set_aside_usd", .number(run.spend.setAside)),
              .init("limit_usd", run.spend.limit.map { .number($0) } ?? .null),
              .init("stop_reason", .text(run.stopReason)),
            ])
          })),
    ]).text
  }

  private func ageText(_ seconds: Double) -> String {
    let seconds = Int(seconds)
    if seconds < 120 { return "\(seconds) s" }
    if seconds < 7_200 { return "\(seconds / 60) min" }
    return seconds < 172_800 ? "\(seconds / 3_600) h" : "\(seconds / 86_400) days"
  }
}

extension SpendSum {
  fileprivate var json: JSON {
    .object([
      .init("spent_usd", .number(spent)), .init("set_aside_usd", .number(setAside)),
      .init("limit_usd", limit.map { .number($0) } ?? .null),
    ])
  }
}

extension RunRecord {
  /// Conversations by how they ended.
  fileprivate var outcomeCounts: (compacted: Int, unchanged: Int, other: Int) {
    let counts = (try? JSON(parsing: self.counts)) ?? .null
    func number(_ name: String) -> Int { counts[name]?.int ?? 0 }
    return (number("compacted"), number("unchanged"), Int(attempts) - number("compacted") - number("unchanged"))
  }
}
