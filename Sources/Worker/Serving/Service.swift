import Compaction
import FoundationEssentials
public import Jobs
import Storage
import Synchronization
import Telemetry
public import Tokenization

/// Runs the registered jobs for as long as it is left to: scheduled ones at their slots, others whenever something is
/// due. Several jobs run side by side, one run of each. Any number of processes may serve one database; a slot's run
/// starts in one of them.
public struct Service: Sendable {
  private let environment: WorkerEnvironment
  private let tokenizer: @Sendable (Job) throws -> any Tokenizer
  private let models: @Sendable (Job) throws -> ModelPool
  private let pollSeconds: Double
  private let stop: StopSignal
  private let desk: Desk

  /// What the loop and the runs under way share.
  private final class Desk: Sendable {
    struct State {
      var turns: Turns
      var rests = Rests()
    }

    let state: Mutex<State>

    init(runs: Int) { state = Mutex(State(turns: Turns(limit: runs))) }
  }

  /// - Parameters:
  ///   - pollSeconds: how often the jobs and their schedules are looked at.
  ///   - runs: how many there may be at a time in this process, 1 or more.
  ///   - tokenizer: finds the one that a job names.
  ///   - models: makes the clients of a job's models.
  public init(
    _ environment: WorkerEnvironment, pollSeconds: Double, runs: Int, stop: StopSignal,
    tokenizer: @escaping @Sendable (Job) throws -> any Tokenizer,
    models: @escaping @Sendable (Job) throws -> ModelPool
  ) {
    self.environment = environment
    self.pollSeconds = pollSeconds
    self.stop = stop
    self.tokenizer = tokenizer
    self.models = models
    desk = Desk(runs: runs)
  }

  /// Serves until the signal asks to stop; runs under way then finish what they hold.
  public func run() async throws {
    let started = Int64(Date.now.timeIntervalSince1970)
    var failures = RepeatedFailure()
    await withDiscardingTaskGroup { group in
      while !stop.isRequested {
        do {
          try await round(started: started) { job, record, equipment in
            group.addTask { await work(job, record, equipment) }
          }
          failures.ended()
        } catch is CancellationError {
          return
        } catch {
          // The database is away, or a job cannot run: the next round tries again, and /readyz tells meanwhile.
          // A fault of an hour is a page of lines, not one each few seconds.
          if let count = failures.occurred("\(error)") {
            environment.events.log.error("a round of serving failed", .error(error), .count(count))
          }
        }
        await pause()
      }
    }
  }

  private func pause() async {
    let end = ContinuousClock.now + .seconds(pollSeconds)
    while !stop.isRequested, ContinuousClock.now < end {
      do { try await Task.sleep(for: .milliseconds(100)) } catch { return }
    }
  }

  /// Looks once at every job that has no run here, and begins the runs that are due, as far as there is room.
  private func round(
    started: Int64, begin: (PreparedJob, RunRecord, Equipment) -> Void
  ) async throws {
    let registered = try await environment.archive.jobs()
    // Those of this process are alive, also where the database was away for so long that they look silent.
    let own = desk.state.withLock { $0.turns.runs }
    let closed = try await environment.archive.closeSilentRuns(except: own)
    if closed > 0 { environment.events.log.warning("closed runs whose workers fell silent", .count(closed)) }
    var jobs: [String: (PreparedJob, RegisteredJob)] = [:]
    for pair in zip(try PreparedJob.all(registered), registered) where !pair.1.isPaused { jobs[pair.1.name] = pair }
    let waiting = desk.state.withLock { $0.turns.waiting(of: registered.map(\.name)) }
    for (job, entry) in waiting.compactMap({ jobs[$0] }) where !stop.isRequested {
      let mayBegin = desk.state.withLock { $0.turns.hasRoom && !$0.rests.isResting(entry.name, at: uptime) }
      guard mayBegin else { continue }
      do {
        // Before a run is begun that could not count, or call its models.
        let equipment = Equipment(tokenizer: try tokenizer(job.job), models: try models(job.job))
        var record = try await backfill(of: job, in: environment.archive)
        if record == nil { record = try await start(job, entry, started: started) }
        guard let record else { continue }
        desk.state.withLock { $0.turns.began(entry.name, run: record.number) }
        begin(job, record, equipment)
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        failed(job, error)
      }
    }
  }

  /// One job's trouble is not the others'.
  private func failed(_ job: PreparedJob, _ error: any Error) {
    desk.state.withLock { $0.rests.failed(job.job.name, at: uptime) }
    environment.events.log.error("a run failed", .job(job.job.name), .error(error))
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

  /// What a job's runs need besides the database.
  private struct Equipment {
    var tokenizer: any Tokenizer
    var models: ModelPool
  }

  /// Does a run to its end.
  private func work(_ job: PreparedJob, _ record: RunRecord, _ equipment: Equipment) async {
    defer { desk.state.withLock { $0.turns.ended(job.job.name) } }
    do {
      let runner = Runner(
        environment, job, tokenizer: equipment.tokenizer, models: equipment.models, interruptedBackfill: .running)
      let result = try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { [stop] in
          while !stop.isRequested { try await Task.sleep(for: .milliseconds(100)) }
          runner.stop.request(stop.reason ?? .interrupted)
        }
        let result = try await runner.run(record)
        group.cancelAll()
        return result
      }
      desk.state.withLock { state in
        if result.cameToNothing {
          state.rests.failed(job.job.name, at: uptime)
        } else {
          state.rests.succeeded(job.job.name)
        }
      }
    } catch is CancellationError {
      return
    } catch {
      failed(job, error)
    }
  }

  private var uptime: Duration { ContinuousClock.now - Self.origin }
  private static let origin = ContinuousClock.now
}
