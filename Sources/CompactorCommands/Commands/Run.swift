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
    options: [.database, .json, .logFormat, .logLevel, .lease, .metricsFile]
  ) { invocation, console in
    try await DatabaseSession.with(invocation, connections: 6) { session in
      let prepared = try await session.job(named: invocation.arguments[0], console)
      return try await execute(prepared, kind: .run, session, invocation, console)
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
}

extension DatabaseSession {
  /// The job of a file, registered if it is new, or a job that is registered.
  func job(named name: String, _ console: Console) async throws -> PreparedJob {
    var wanted = name
    if name.isJobFile {
      let job = try JobFiles.valid(name, console)
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

/// Starts a run, does it in this process, and prints what came of it.
func execute(
  _ prepared: PreparedJob, kind: RunKind, total: Int64? = nil, _ session: DatabaseSession, _ invocation: Invocation,
  _ console: Console
) async throws -> ExitStatus {
  guard
    let record = try await session.archive.startRun(
      job: prepared.job.name, version: prepared.version, kind: kind, total: total)
  else { return .done }
  return try await execute(prepared, record, session, invocation, console)
}

/// Does a run that has been started.
func execute(
  _ prepared: PreparedJob, _ record: RunRecord, _ session: DatabaseSession, _ invocation: Invocation,
  _ console: Console
) async throws -> ExitStatus {
  let transport = CurlTransport()
  let models = try ModelPool.connecting(prepared.job, transport: transport, environment: console.environment)
  let observation = try Observation(invocation)
  let environment = WorkerEnvironment(
    archive: session.archive, heartbeats: session.heartbeats,
    leaseSeconds: try invocation.integer("lease", in: 5...3600) ?? 60, events: observation.events)
  let runner = Runner(environment, prepared, models: models)
  let result = try await Signals.stopping(runner.stop) {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await RunDisplay(total: record.total.map { Int($0) }, progress: runner.progress).run() }
      let result = try await runner.run(record)
      group.cancelAll()
      return result
    }
  }
  await transport.shutDown()
  if let path = invocation.value("metrics-file") { try MetricsFile.write(observation.metrics.snapshot(), to: path) }

  console.print(invocation.flag("json") ? RunReport(result).json : RunReport(result).text)
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
