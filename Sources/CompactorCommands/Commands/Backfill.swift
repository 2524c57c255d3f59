import Jobs
import Storage
import Tokenization
import Worker

extension CommandSpec {
  static let backfill = CommandSpec(
    "backfill", "apply a job's policy to every conversation it selects",
    details: """
      Shows what it would do and cost, asks, and works through the archive from the originals, whether conversations
      are due or not. It may be paused, resumed and cancelled (compactor pause, resume, cancel), and goes on where it
      stopped with --resume RUN. What is already as the policy wants it is left alone.
      """,
    arguments: [ArgumentSpec("JOB", "a job file, or the name of a registered job")],
    options: [
      .database, .json, .logFormat, .logLevel, .lease, .grace, .metricsFile, OptionSpec("yes", "do not ask"),
      OptionSpec("resume", value: "RUN", "go on with this backfill"),
    ]
  ) { invocation, console in
    try await DatabaseSession.with(invocation, connections: 3) { session in
      let name = invocation.arguments[0]
      if let number = try invocation.integer("resume", in: 1...Int.max) {
        let prepared = try await session.registeredJob(named: name, console)
        try prepared.refuseIfPaused()
        return try await execute(prepared, session, invocation, console) {
          guard let record = try await session.archive.resumeBackfill(Int64(number), of: prepared.job.name) else {
            throw UsageError("--resume: run \(number) is no backfill of \(prepared.job.name) that can go on")
          }
          return (prepared, record)
        }
      }
      // Nothing is registered before the answer: every worker would run the new version.
      let intended = try await session.unregisteredJob(named: name, console)
      try intended.refuseIfPaused()
      let tokenizer = try Tokenizers(console).tokenizer(of: intended.job)
      let estimate = try await Estimator(
        session.archive, intended, isBackfill: true, tokenizer: tokenizer
      ).estimate()
      var report = EstimateReport(job: intended.job, estimate: estimate, isBackfill: true, tokenizer: tokenizer.name)
      if estimate.conversations == 0 {
        report.nothingToDo = try await session.nothingToDo(for: intended, isBackfill: true)
        console.report(report.text + "\nnothing was done", json: report.json, invocation)
        return .done
      }
      console.errors(report.text)
      if !invocation.flag("yes") {
        guard let ask = console.ask else {
          throw UsageError("compactor backfill asks before it starts, and nobody can answer here: say --yes")
        }
        guard ["y", "yes"].contains(ask("Start it? [y/N] ")?.lowercased() ?? "") else {
          console.print("nothing was done")
          return .done
        }
      }
      let total = try await session.archive.count(of: intended.scope)
      return try await execute(intended, session, invocation, console) {
        try await session.start(intended, isFile: name.isJobFile, kind: .backfill, total: total, console)
      }
    }
  }
}
