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
      workers may run the same job at a time. A paused job is refused. Exit status: 0 done or nothing due, 1 something
      failed, 2 what was asked cannot be done, 3 stopped by a limit, 4 interrupted.
      """,
    arguments: [ArgumentSpec("JOB", "a job file, or the name of a registered job")],
    options: [.database, .json, .logFormat, .logLevel, .lease, .grace, .metricsFile]
  ) { invocation, console in
    try await DatabaseSession.with(invocation, connections: 3) { session in
      let name = invocation.arguments[0]
      let intended = try await session.unregisteredJob(named: name, console)
      try intended.refuseIfPaused()
      return try await execute(intended, session, invocation, console) {
        try await session.start(intended, isFile: name.isJobFile, kind: .run, console)
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
  /// The registered job of this name, or of this file as it is registered.
  func registeredJob(named name: String, _ console: Console) async throws -> PreparedJob {
    let registered = try PreparedJob.all(try await archive.jobs())
    guard name.isJobFile else { return try Self.job(named: name, in: registered) }
    let file = try JobFiles.valid(name, console)
    let job = try Self.job(named: file.name, in: registered)
    guard job.job.text == file.text else {
      throw UsageError(
        "\(name): found another text than that of job \(file.name), version \(job.version), which the backfill goes on "
          + "with: name the job, or register the file with compactor apply")
    }
    return job
  }

  /// Starts a run that has no slot. The job of a file is registered with it, if it is new: both or neither, so that no
  /// worker gets a version whose run could not begin.
  func start(
    _ intended: PreparedJob, isFile: Bool, kind: RunKind, total: Int64? = nil, _ console: Console
  ) async throws -> (PreparedJob, RunRecord) {
    guard isFile else {
      let record = try await archive.startRun(
        job: intended.job.name, version: intended.version, kind: kind, total: total)
      // Only runs of a slot have a rival.
      guard let record else { preconditionFailure("a run without a slot was not started") }
      return (intended, record)
    }
    let (registration, record) = try await archive.registerAndStart(
      JobDefinition(intended.job), kind: kind, total: total)
    if registration.isNew { console.errors("\(intended.job.name): registered as version \(registration.version)") }
    return (try Self.job(named: intended.job.name, in: try PreparedJob.all(try await archive.jobs())), record)
  }

  static func job(named name: String, in prepared: [PreparedJob]) throws(UsageError) -> PreparedJob {
    guard let job = prepared.first(where: { $0.job.name == name }) else {
      throw UsageError(
        UsageError.noJob(name, among: prepared.map(\.job.name)).description + "; a job file ends in .yaml")
    }
    return job
  }
}

extension String {
  /// Whether a word on the command line names a file rather than a registered job.
  var isJobFile: Bool { hasSuffix(".yaml") || hasSuffix(".yml") || contains("/") }
}

extension PreparedJob {
  /// A paused job leaves its conversations to the jobs behind it: a run of it would take them away.
  func refuseIfPaused() throws(UsageError) {
    guard isPaused else { return }
    throw UsageError(
      "job \(job.name) is paused, and its conversations belong to the jobs behind it: compactor resume \(job.name) "
        + "lets it go on")
  }
}

/// Does a run in this process, and prints what came of it.
///
/// - Parameters:
///   - intended: the job, which may not be registered yet.
///   - start: makes the run's row, once everything that it needs is there; and the job as it is registered.
func execute(
  _ intended: PreparedJob, _ session: DatabaseSession, _ invocation: Invocation, _ console: Console,
  start: () async throws -> (PreparedJob, RunRecord)
) async throws -> ExitStatus {
  let transport = CurlTransport()
  let tokenizer = try Tokenizers(console).tokenizer(of: intended.job)
  let models = try ModelPool.connecting(intended.job, transport: transport, environment: console.environment)
  let observation = try Observation(invocation)
  let environment = WorkerEnvironment(
    archive: session.archive, heartbeats: session.heartbeats,
    leaseSeconds: try invocation.integer("lease", in: 5...3600) ?? 60,
    graceSeconds: try invocation.integer("grace", in: 0...3600) ?? 20, events: observation.events)
  _ = try await session.archive.closeSilentRuns()
  let (prepared, record) = try await start()
  let runner = Runner(environment, prepared, tokenizer: tokenizer, models: models)
  // Of a backfill that goes on: behind the cursor everything is looked at again, whatever had been attempted there.
  var before: Int64 = 0
  if let cursor = record.cursor, cursor > 0 {
    before = try await session.archive.count(of: prepared.scope, through: cursor)
  }
  let display = RunDisplay(of: runner.progress, total: record.total.map { Int($0) }, before: Int(before)) {
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
  var report = RunReport(result)
  if result.counts.attempts == 0, result.state == .finished {
    report.nothingToDo = try await session.nothingToDo(for: prepared, isBackfill: record.kind == .backfill)
  }
  console.report(report.text, json: report.json, invocation)
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
