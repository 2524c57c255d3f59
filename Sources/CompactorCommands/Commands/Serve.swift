import CurlTransport
import FoundationEssentials
import HTTPServing
import Jobs
import Monitoring
import Storage
import Telemetry
import Worker

extension CommandSpec {
  static let serve = CommandSpec(
    "serve", "run the registered jobs by their schedules, with an HTTP endpoint",
    details: """
      Jobs with a schedule run at their slots, others whenever something of theirs is due. Several jobs run side by
      side, one run of each. Any number of processes may serve one database. The endpoint has /metrics, /livez, /readyz and a page at /. SIGTERM lets the work in hand end;
      a second one ends the process at once.
      """,
    options: [
      .database,
      OptionSpec("host", value: "ADDRESS", environment: "COMPACTOR_HOST", "where to listen; 127.0.0.1 otherwise"),
      OptionSpec("port", value: "PORT", environment: "COMPACTOR_PORT", "0 takes a free one; 9464 otherwise"),
      OptionSpec(
        "poll", value: "SECONDS", environment: "COMPACTOR_POLL", "how often to look for work, 1 to 3600; 5 otherwise"),
      OptionSpec(
        "runs", value: "NUMBER", environment: "COMPACTOR_RUNS", "how many runs at a time, 1 to 64; 4 otherwise"),
      .lease, .grace, .logFormat, .logLevel,
    ]
  ) { invocation, console in
    let port = try invocation.integer("port", in: 0...65_535) ?? 9_464
    let poll = try invocation.integer("poll", in: 1...3_600) ?? 5
    let lease = try invocation.integer("lease", in: 5...3_600) ?? 60
    let grace = try invocation.integer("grace", in: 0...3_600) ?? 20
    let runs = try invocation.integer("runs", in: 1...64) ?? 4
    let observation = try Observation(invocation)
    // Unchecked: a worker that starts before its database waits for it, and /readyz says so.
    return try await DatabaseSession.with(invocation, connections: 6 + 2 * runs, checked: false) { session in
      let transport = CurlTransport()
      let worker = UUID()
      let monitor = ServiceMonitor(session: session, worker: worker, metrics: observation.metrics)
      let endpoint = monitor.endpoint
      let server = try HTTPServer(
        HTTPServer.Configuration(host: invocation.value("host") ?? "127.0.0.1", port: UInt16(port))
      ) { await endpoint.respond(to: $0) }
      observation.log.info("serving", .address(host: server.host, port: server.port), .version(programVersion))
      let stop = StopSignal()
      let environment = WorkerEnvironment(
        archive: session.archive, heartbeats: session.heartbeats, worker: worker, leaseSeconds: lease,
        graceSeconds: grace, events: observation.events)
      let tokenizers = Tokenizers(environment: console.environment) { _ in
        observation.log.warning("found no vocabulary: the tokens of jobs that name no tokenizer are estimated")
      }
      let service = Service(
        environment, pollSeconds: Double(poll), runs: runs, stop: stop, tokenizer: { try tokenizers.tokenizer(of: $0) },
        models: { try ModelPool.connecting($0, transport: transport, environment: console.environment) })
      try await Signals.stopping(stop) {
        await session.waitForSchema(stop, pollSeconds: poll, observation.log)
        if stop.reason == nil { try await service.run() }
      }
      observation.log.info("stopped")
      await server.stop()
      await transport.shutDown()
      return .done
    }
  }
}

extension DatabaseSession {
  /// Waits until the database is there and has the schema, and says what it waits for.
  fileprivate func waitForSchema(_ stop: StopSignal, pollSeconds: Int, _ log: Logger) async {
    var failures = RepeatedFailure()
    while stop.reason == nil {
      do {
        try await check()
        return
      } catch is CancellationError {
        return
      } catch {
        if let count = failures.occurred("\(error)") { log.warning("waiting to serve", .error(error), .count(count)) }
      }
      let end = ContinuousClock.now + .seconds(pollSeconds)
      while stop.reason == nil, ContinuousClock.now < end {
        do { try await Task.sleep(for: .milliseconds(100)) } catch { return }
      }
    }
  }
}
