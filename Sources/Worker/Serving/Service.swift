import Compaction
import FoundationEssentials
public import Jobs
import Storage
import Telemetry

/// Runs the registered jobs for as long as it is left to: scheduled ones at their slots, others whenever something is
/// due. Any number of processes may serve one database; a slot's run starts in one of them.
public struct Service: Sendable {
  private let environment: WorkerEnvironment
  private let models: @Sendable (Job) throws -> ModelPool
  private let pollSeconds: Double
  private let stop: StopSignal

  /// - Parameters:
  ///   - pollSeconds: how often the jobs and their schedules are looked at.
  ///   - models: makes the clients of a job's models.
  public init(
    _ environment: WorkerEnvironment, pollSeconds: Double, stop: StopSignal,
    models: @escaping @Sendable (Job) throws -> ModelPool
  ) {
    self.environment = environment
    self.pollSeconds = pollSeconds
    self.stop = stop
    self.models = models
  }

  /// Serves until the signal asks to stop; a run under way then finishes what it holds.
  public func run() async throws {
    let started = Int64(Date.now.timeIntervalSince1970)
    var rests = Rests()
    while !stop.isRequested {
      do {
        try await round(started: started, &rests)
      } catch is CancellationError {
        return
      } catch {
        // The database is away, or a job cannot run: the next round tries again, and /readyz tells meanwhile.
        environment.events.log.error("a round of serving failed", .error(error))
      }
      await pause()
    }
  }

  private func pause() async {
    let end = ContinuousClock.now + .seconds(pollSeconds)
    while !stop.isRequested, ContinuousClock.now < end {
      do { try await Task.sleep(for: .milliseconds(100)) } catch { return }
    }
  }

  private func round(started: Int64, _ rests: inout Rests) async throws {
    let registered = try await environment.archive.jobs()
    let closed = try await environment.archive.closeSilentRuns()
    if closed > 0 { environment.events.log.warning("closed runs whose workers fell silent", .count(closed)) }
    let prepared = try PreparedJob.all(registered)
    for (job, entry) in zip(prepared, registered) where !entry.isPaused && !stop.isRequested {
      guard !rests.isResting(job.job.name, at: uptime) else { continue }
      do {
        // Before a run is begun that could not call its models.
        let models = try models(job.job)
        if let record = try await backfill(of: job, in: environment.archive) {
          try await work(job, record, models, &rests)
        }
        if let record = try await start(job, entry, started: started) { try await work(job, record, models, &rests) }
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        rests.failed(job.job.name, at: uptime)
        // One job's trouble is not the others'.
        environment.events.log.error("a run failed", .job(job.job.name), .error(error))
      }
    }
  }

  /// The run that should start now, if it is this process that starts it.
  private func start(_ job: PreparedJob, _ entry: RegisteredJob, started: Int64) async throws -> RunRecord? {
    let archive = environment.archive
    guard let schedule = job.job.schedule else {
      guard try await archive.hasDue(job.scope, idleSeconds: job.job.policy.trigger.idleSeconds) else { return nil }
      return try await archive.startRun(job: job.job.name, version: job.version, kind: .run)
    }
    let state = try await archive.scheduleState(of: job.job.name)
    let last = state.lastSlot.map { $0 / 1_000_000 }
    let applied = entry.appliedAt / 1_000_000
    guard let slot = schedule.dueSlot(last: last, applied: applied, started: started, now: state.now / 1_000_000)
    else { return nil }
    let wasBusy = try await archive.passSlot(slot * 1_000_000, of: job.job.name, version: job.version)
    guard !wasBusy, !state.isRunning else { return nil }
    let record = try await archive.startRun(
      job: job.job.name, version: job.version, kind: .scheduled, slot: slot * 1_000_000)
    // Only the process that starts the run counts what was missed before it.
    if record != nil {
      environment.events.metrics.job(job.job.name).missedSlots.add(
        schedule.missedSlots(before: slot, last: last, applied: applied))
    }
    return record
  }

  private func work(
    _ job: PreparedJob, _ record: RunRecord, _ models: ModelPool, _ rests: inout Rests
  ) async throws {
    let runner = Runner(environment, job, models: models, interruptedBackfill: .running)
    let result = try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [stop] in
        while !stop.isRequested { try await Task.sleep(for: .milliseconds(100)) }
        runner.stop.request(stop.reason ?? .interrupted)
      }
      let result = try await runner.run(record)
      group.cancelAll()
      return result
    }
    if result.cameToNothing {
      rests.failed(job.job.name, at: uptime)
    } else {
      rests.succeeded(job.job.name)
    }
  }

  private var uptime: Duration { ContinuousClock.now - Self.origin }
  private static let origin = ContinuousClock.now
}
