import CurlTransport
import Jobs
import Monitoring
import Storage
import Telemetry
import Worker

extension CommandSpec {
  static let run = CommandSpec(
    "run", "compact what is due for a job, once",
    details: """
      Registers the job file if it is new, claims the conversations that are due, and ends when none is left. Several
      workers may run the same job at a time. Exit status: 0 done or nothing due, 1 something failed, 3 stopped by a
      limit, 4 interrupted.
      """,
    arguments: [ArgumentSpec("JOB", "a job file, or the name of a registered job")],
    options: [.database, .json, .logFormat, .logLevel, .lease, .grace, .metricsFile]
  ) { invocation, console in
    try await DatabaseSession.with(invocation, connections: 3) { session in
      let prepared = try await session.job(named: invocation.arguments[0], console)
      return try await execute(prepared, session, invocation, console) {
        try await session.startRun(of: prepared, kind: .run)
      }
    }
  }
}

extension OptionSpec {
  static let metricsFile = OptionSpec(
    "metrics-file", value: "FILE", environment: "COMPACTOR_METRICS_FILE",
    "write the run's metrics here at its end, for node_exporter's textfile collector")
  static let lease = OptionSpec(
    "lease", value: "SECONDS", environment: "COMPACTOR_LEASE",
    "how long a claim lasts without a heartbeat, 5 to 3600; 60 otherwise")
  static let grace = OptionSpec(
    "grace", value: "SECONDS", environment: "COMPACTOR_GRACE",
    "how long the work in hand may go on after SIGTERM, a pause or a limit, 0 to 3600; 20 otherwise")
}

extension DatabaseSession {
  /// The job of a file, registered if it is new, or a job that is registered.
  func job(named name: String, _ console: Console) async throws -> PreparedJob {
    var wanted = name
    if name.isJobFile {
      let job = try JobFiles.valid(name, console)
      // What the run would fail for is said before every worker gets the new version.
      if let problem = Tokenizers(console).problem(of: job) { throw problem }
      try ModelPool.check(job, environment: console.environment)
      let registration = try await archive.register(JobDefinition(job))
      if registration.isNew { console.errors("\(job.name): registered as version \(registration.version)") }
      wanted = job.name
    }
    return try Self.job(named: wanted, in: try PreparedJob.all(try await archive.jobs()))
  }

  static func job(named name: String, in prepared: [PreparedJob]) throws(UsageError) -> PreparedJob {
    guard let job = prepared.first(where: { $0.job.name == name }) else {
      throw UsageError(
        "found no registered job '\(name)'" + suggestion(for: name, among: prepared.map(\.job.name))
          + "; a job file ends in .yaml")
    }
    return job
  }
}

extension String {
  /// Whether a word on the command line names a file rather than a registered job.
  var isJobFile: Bool { hasSuffix(".yaml") || hasSuffix(".yml") || contains("/") }
}

extension DatabaseSession {
  /// Says why a run found nothing to do, where conversations are due all the same.
  func explainNothing(of job: PreparedJob, _ console: Console) async throws {
    let due = try await archive.backlog(of: job.scope).due
    if due > 0 {
      console.print(
        "  \(counted(due, "due conversation")) \(due == 1 ? "is" : "are") claimed by other workers, or not idle yet")
    }
    let earlier = try await archive.jobs().prefix { $0.name != job.job.name }.filter { !$0.isPaused }
    if !earlier.isEmpty {
      console.print(
        "  a conversation belongs to the first job that selects it, and before this one come: "
          + earlier.map(\.name).joined(separator: ", "))
    }
  }

  /// Starts a run that has no slot.
  func startRun(of job: PreparedJob, kind: RunKind, total: Int64? = nil) async throws -> RunRecord {
    guard let record = try await archive.startRun(job: job.job.name, version: job.version, kind: kind, total: total)
    else {
      // Only runs of a slot have a rival.
      preconditionFailure("a run without a slot was not started")
    }
    return record
  }
}

/// Does a run in this process, and prints what came of it.
///
/// - Parameter start: makes the run's row, once everything that it needs is there.
func execute(
  _ prepared: PreparedJob, _ session: DatabaseSession, _ invocation: Invocation, _ console: Console,
  start: () async throws -> RunRecord
) async throws -> ExitStatus {
  let transport = CurlTransport()
  let tokenizer = try Tokenizers(console).tokenizer(of: prepared.job)
  let models = try ModelPool.connecting(prepared.job, transport: transport, environment: console.environment)
  let observation = try Observation(invocation)
  let environment = WorkerEnvironment(
    archive: session.archive, heartbeats: session.heartbeats,
    leaseSeconds: try invocation.integer("lease", in: 5...3600) ?? 60,
    graceSeconds: try invocation.integer("grace", in: 0...3600) ?? 20, events: observation.events)
  let runner = Runner(environment, prepared, tokenizer: tokenizer, models: models)
  _ = try await session.archive.closeSilentRuns()
  let record = try await start()
  let display = RunDisplay(of: runner.progress, total: record.total.map { Int($0) }, before: Int(record.attempts)) {
    Int(try await session.archive.backlog(of: prepared.scope).due)
  }
  let result = try await Signals.stopping(runner.stop) {
    try await withThrowingTaskGroup(of: Void.self) { group in
      if observation.showsProgress { group.addTask { await display.run() } }
      let result = try await runner.run(record)
      group.cancelAll()
      return result
    }
  }
  await transport.shutDown()
  console.report(RunReport(result).text, json: RunReport(result).json, invocation)
  if result.counts.attempts == 0, result.state == .finished, !invocation.flag("json") {
    try await session.explainNothing(of: prepared, console)
  }
  if let path = invocation.value("metrics-file") {
    do {
      try await JobGauges(archive: session.archive, metrics: observation.metrics).refresh(
        prepared, ended: record.number)
    } catch {
      observation.log.warning("the metrics file lacks what stands in the database", .error(error))
    }
    try MetricsFile.write(observation.metrics.snapshot(), to: path)
  }
  return result.exitStatus
}

extension RunResult {
  var exitStatus: ExitStatus {
    switch reason {
    case .interrupted, .cancelled, .paused: .interrupted
    case .spendExhausted, .failing: .limit
    case .modelUnavailable: .failed
    case nil: counts.failures > 0 ? .failed : .done
    }
  }
}
