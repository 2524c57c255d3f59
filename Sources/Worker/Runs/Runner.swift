import Compaction
public import FoundationEssentials
import Jobs
import PostgresClient
public import Storage
public import Tokenization

/// What one process needs for any run.
public struct WorkerEnvironment: Sendable {
  public var archive: Archive
  /// Over a pool of its own, so that heartbeats never wait for work.
  public var heartbeats: Archive
  /// A random id of this process; never a host's name.
  public var worker: UUID
  public var leaseSeconds: Int
  /// How long what is in hand may go on once a run was asked to stop.
  public var graceSeconds: Int
  public var events: WorkerEvents

  public init(
    archive: Archive, heartbeats: Archive, worker: UUID = UUID(), leaseSeconds: Int = 60, graceSeconds: Int = 20,
    events: WorkerEvents
  ) {
    self.archive = archive
    self.heartbeats = heartbeats
    self.worker = worker
    self.leaseSeconds = leaseSeconds
    self.graceSeconds = graceSeconds
    self.events = events
  }
}

/// How a run ended.
public struct RunResult: Sendable {
  public var number: Int64
  public var state: RunState
  public var reason: StopReason?
  /// What this process did of it.
  public var counts: RunCounts
  /// Who counted the tokens.
  public var tokenizer: String
}

/// Does one run of a job in this process.
public struct Runner: Sendable {
  let environment: WorkerEnvironment
  let prepared: PreparedJob
  let tokenizer: any Tokenizer
  let models: ModelPool
  /// What becomes of a backfill whose process is asked to end: `paused` until someone resumes it, or `running` for
  /// another process to take over.
  let interruptedBackfill: RunState
  public let progress = RunProgress()
  public let stop: StopSignal

  /// Counts and the run's state are exchanged with the database so often.
  static let reportPeriod = Duration.seconds(1)
  /// Conversations claimed at a time by a job that needs no model.
  static let claimBatch = 1_000

  /// - Parameters:
  ///   - tokenizer: the one that the job names.
  ///   - models: the clients of the job's models.
  public init(
    _ environment: WorkerEnvironment, _ job: PreparedJob, tokenizer: any Tokenizer, models: ModelPool,
    interruptedBackfill: RunState = .paused,
    stop: StopSignal = StopSignal()
  ) {
    self.interruptedBackfill = interruptedBackfill
    self.environment = environment
    self.prepared = job
    self.tokenizer = tokenizer
    self.models = models
    self.stop = stop
  }

  /// Runs until nothing is left, a limit is reached, or someone says stop.
  public func run(_ record: RunRecord) async throws -> RunResult {
    let held = HeldClaims()
    let context = context(for: record, held)
    let heartbeat = Heartbeat(
      archive: environment.heartbeats, held: held, leaseSeconds: environment.leaseSeconds,
      spender: prepared.job.models.values.contains { $0.price != .free }
        ? (worker: environment.worker, run: record.number) : nil,
      onLost: { [events = environment.events] in events.lostLeases($0) },
      onFailure: { [events = environment.events] in events.heartbeatFailed($0) })
    environment.events.runStarted(record)
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await heartbeat.run() }
        group.addTask { await report(record, held) }
        try await withinGrace {
          try await Flow(context).run()
          try await context.reconnecting { try await exchange(record, held) }
        }
        group.cancelAll()
      }
      await giveBackRest(held)
      await context.spend.settleRest()
    } catch {
      await giveBackRest(held)
      await context.spend.settleRest()
      try? await exchange(record, held)
      try? await environment.archive.finishRun(record.number, as: .failed, reason: Self.word(for: error))
      environment.events.runEnded(
        RunResult(number: record.number, state: .failed, counts: progress.counts, tokenizer: tokenizer.name),
        job: prepared.job.name)
      throw error
    }
    return try await finish(record, context)
  }

  /// Runs the body; from when the run is asked to stop, for no longer than the grace.
  private func withinGrace(_ body: @escaping @Sendable () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await body() }
      group.addTask {
        while !stop.isRequested { try await Task.sleep(for: .milliseconds(100)) }
        try await Task.sleep(for: .seconds(environment.graceSeconds))
      }
      try await group.next()
      group.cancelAll()
      // What is cut short ends with errors that say nothing new.
      while let _ = await group.nextResult() {}
    }
  }

  /// Gives back what was cut short. Should this fail, the leases run out by themselves.
  private func giveBackRest(_ held: HeldClaims) async {
    let rest = held.all
    held.givenUp(rest)
    environment.events.heldChanged(by: held.takeChange())
    try? await environment.archive.release(rest, ended: false)
  }

  private func context(for record: RunRecord, _ held: HeldClaims) -> RunContext {
    let job = prepared.job
    let isBackfill = record.kind == .backfill
    let needsModel = job.policy.needsModel
    let reconnecting = Reconnecting(
      onRetry: { [events = environment.events] in events.retrying($0, $1) }, random: { .random(in: 0..<1) })
    return RunContext(
      archive: environment.archive, job: job,
      request: ClaimRequest(
        scope: isBackfill ? .all : .due(idleSeconds: job.policy.trigger.idleSeconds), job: prepared.scope,
        // A quarter at a time, so that the first call does not wait until all are read.
        limit: needsModel ? max(1, min(job.limits.concurrency / 4, Self.claimBatch)) : Self.claimBatch,
        run: record.number, worker: environment.worker, leaseSeconds: environment.leaseSeconds),
      start: record.cursor ?? 0,
      committing: CommitContext(
        run: record.number, job: job.name, jobVersion: prepared.version, policy: prepared.policy,
        worker: environment.worker, tokenizer: tokenizer.name),
      planning: PlanningContext(
        policy: job.policy, policyDigest: prepared.policy, fromOriginals: isBackfill,
        isLive: job.publication == .live, dialect: job.dialect),
      tokenizer: tokenizer, models: models, held: held, stop: stop, progress: progress, reconnecting: reconnecting,
      events: environment.events,
      rate: TokenRate(perMinute: job.limits.tokensPerMinute, metrics: environment.events.metrics),
      spend: SpendGate(
        SpendGate.Ledger(
          environment.archive, job: job.name, run: record.number, worker: environment.worker,
          leaseSeconds: environment.leaseSeconds, limits: job.limits.spend, reconnecting: reconnecting))
    )
  }

  // MARK: The run's row

  private func report(_ record: RunRecord, _ held: HeldClaims) async {
    while !Task.isCancelled {
      do {
        try await Task.sleep(for: Self.reportPeriod)
        try await exchange(record, held)
      } catch is CancellationError {
        return
      } catch {
        // The next report carries what this one could not; the flow itself waits for the database where it must.
      }
    }
  }

  /// Adds what was done to the run's row, and does what an operator wrote there.
  private func exchange(_ record: RunRecord, _ held: HeldClaims) async throws {
    if record.kind == .backfill { try await environment.archive.moveCursor(of: record.number, to: held.seenTo) }
    environment.events.heldChanged(by: held.takeChange())
    let counts = progress.takeUnreported()
    let state: RunState?
    do {
      state = try await environment.archive.reportRun(record.number, adding: counts.numbers)
    } catch {
      progress.putBack(counts)
      throw error
    }
    switch state {
    case .cancelled: stop.request(.cancelled)
    case .paused: stop.request(.paused)
    default: break
    }
  }

  private func finish(_ record: RunRecord, _ context: RunContext) async throws -> RunResult {
    let state: RunState =
      switch stop.reason {
      case nil: .finished
      case .cancelled: .cancelled
      case .paused: .paused
      case .interrupted where record.kind == .backfill: interruptedBackfill
      case .interrupted, .spendExhausted, .failing, .modelUnavailable: .stopped
      }
    let reason = stop.reason?.rawValue
    let finish = {
      if state.isOpen {
        _ = try await environment.archive.setRun(record.number, to: state)
      } else {
        try await environment.archive.finishRun(record.number, as: state, reason: reason)
      }
    }
    // Whoever is interrupted does not wait for a database that is away.
    if stop.reason == .interrupted { try? await finish() } else { try await context.reconnecting(finish) }
    let result = RunResult(
      number: record.number, state: state, reason: stop.reason, counts: progress.counts, tokenizer: tokenizer.name)
    environment.events.runEnded(result, job: prepared.job.name)
    return result
  }

  /// A short word for `runs.stop_reason`, without data.
  private static func word(for error: any Error) -> String {
    switch error {
    case is CancellationError: StopReason.interrupted.rawValue
    case let error as PostgresError: error.kind.rawValue
    default: String(describing: type(of: error))
    }
  }
}
