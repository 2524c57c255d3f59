import Compaction
import Jobs
import Storage
import Worker

extension CommandSpec {
  static let apply = CommandSpec(
    "apply", "register a version of a job",
    details: """
      Checks the job file and stores it; every worker runs the version registered last. The same file again changes
      nothing. A changed policy makes no conversation due by itself: see compactor backfill.
      """,
    arguments: [ArgumentSpec("JOB", "a job file"), ArgumentSpec("JOB", count: .many, "further job files")],
    options: [.database]
  ) { invocation, console in
    let jobs = try invocation.arguments.map { path in try JobFiles.valid(path, console) }
    return try await DatabaseSession.with(invocation) { session in
      for job in jobs {
        let registration = try await session.archive.register(JobDefinition(job))
        let prepared = try PreparedJob.all(try await session.archive.jobs())
        let what = registration.isNew ? "registered" : "already registered"
        console.print("\(job.name): version \(registration.version) \(what)")
        if registration.policyChanged {
          console.print(
            "  Its policy changed. Conversations that are compacted stay as they are until they grow; "
              + "compactor backfill \(job.name) applies it to all of them.")
        }
        if let registered = prepared.first(where: { $0.job.name == job.name }) {
          let others = prepared.prefix { $0.job.name != job.name }.filter { !$0.isPaused }
          if registered.isPaused { console.print("  It is paused: compactor resume \(job.name) lets it go on.") }
          // Counting reads every row: only where something may be taken.
          if others.contains(where: { $0.job.selection.overlaps(job.selection) }) {
            let nothing = try await session.nothingToDo(for: registered, isBackfill: true)
            if let line = nothing.overlap(others.map(\.job), job) { console.print("  " + line) }
          }
        }
      }
      return .done
    }
  }
}

extension JobDefinition {
  init(_ job: Job) {
    self.init(
      name: job.name, definition: job.text, policy: job.policy.canonicalForm, program: programVersion,
      runLimit: job.limits.spend.run.decimal, dayLimit: job.limits.spend.day.decimal)
  }
}
