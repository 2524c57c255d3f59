import PostgresClient

/// What the schedule of a job starts from.
public struct ScheduleState: Sendable, Equatable {
  /// The slot of the last scheduled run, microseconds since 1970.
  public var lastSlot: Int64?
  /// Whether a run of the job is open, here or elsewhere, whose workers have been heard of lately.
  public var isRunning: Bool
  /// The database's clock, microseconds since 1970.
  public var now: Int64
}

extension Archive {
  /// A run whose workers have been silent for so many seconds is taken for dead.
  public static let silentRunSeconds = 30

  public func scheduleState(of job: String) async throws -> ScheduleState {
    let row = try await database.query(
      """
      SELECT max(slot),
        coalesce(bool_or(state = 'running' AND heartbeat_at > now() - make_interval(secs => \(Double(Self.silentRunSeconds)))),
          false),
        now()
      FROM compactor.runs WHERE job = \(job) AND (finished_at IS NULL OR slot IS NOT NULL)
      """
    ).first
    guard let row else { throw PostgresError(.decoding, message: "schedule: found no row") }
    return ScheduleState(
      lastSlot: try row.decode(0, as: PostgresTimestamp?.self)?.microseconds, isRunning: try row.decode(1),
      now: try row.decode(2, as: PostgresTimestamp.self).microseconds)
  }

  /// Lets a slot pass at which a run of the job was still going on; its row says so.
  ///
  /// - Returns: `false` where none was.
  public func passSlot(_ slot: Int64, of job: String, version: Int32) async throws -> Bool {
    let slot = PostgresTimestamp(microseconds: slot)
    return try await database.query(
      """
      INSERT INTO compactor.runs (job, job_version, kind, slot, state, started_at, finished_at, stop_reason)
      SELECT \(job), \(version), 'scheduled', \(slot), 'stopped', now(), now(), 'overlap'
      WHERE EXISTS (
        SELECT FROM compactor.runs r
        WHERE r.job = \(job) AND r.started_at <= \(slot) AND r.kind <> 'backfill'
          AND (r.finished_at > \(slot)
            OR r.state = 'running' AND r.heartbeat_at > now() - make_interval(secs => \(Double(Self.silentRunSeconds)))))
      ON CONFLICT (job, slot) DO NOTHING
      RETURNING number
      """
    ).isEmpty == false
  }

  /// Whether anything is due for a job that nobody has in hand.
  public func hasDue(_ scope: JobScope, idleSeconds: Int) async throws -> Bool {
    try await database.query(
      """
      SELECT EXISTS (
        SELECT FROM \(source(.due(idleSeconds: idleSeconds)))
        WHERE \(condition(.due(idleSeconds: idleSeconds)))
          AND (k.expires_at IS NULL OR k.expires_at < now())
          AND k.held_since IS NULL AND k.quarantined_since IS NULL
          AND \(scope.condition))
      """
    ).first?.decode(0) ?? false
  }

  /// Closes runs that nobody works on any more: their workers ended without saying so.
  ///
  /// - Returns: how many.
  public func closeSilentRuns(except own: [Int64] = []) async throws -> Int {
    try await database.query(
      """
      UPDATE compactor.runs SET state = 'failed', finished_at = now(), stop_reason = 'its workers fell silent'
      WHERE state = 'running' AND finished_at IS NULL AND kind <> 'backfill' AND number <> ALL (\(own))
        AND heartbeat_at < now() - make_interval(secs => \(Double(Self.silentRunSeconds)))
      RETURNING number
      """
    ).count
  }

  /// The due conversations of a job, and for how many seconds the oldest has been due; for gauges.
  public func backlog(of scope: JobScope) async throws -> (due: Int64, oldestSeconds: Double, quarantined: Int64) {
    let row = try await database.query(
      """
      SELECT count(*) FILTER (WHERE k.quarantined_since IS NULL),
        coalesce(extract(epoch FROM now() - min(d.since) FILTER (WHERE k.quarantined_since IS NULL)), 0)::float8,
        count(*) FILTER (WHERE k.quarantined_since IS NOT NULL)
      FROM \(source(.due(idleSeconds: 0))) WHERE d.since <= now() AND \(scope.condition)
      """
    ).first
    guard let row else { return (0, 0, 0) }
    return (try row.decode(0), try row.decode(1), try row.decode(2))
  }
}
