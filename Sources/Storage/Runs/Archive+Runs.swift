import PostgresClient

extension Archive {
  private static let selectRuns: SQL = """
    SELECT r.number, r.job, r.job_version, r.kind, r.state, r.cursor, r.total, r.started_at, r.finished_at,
      r.counts::text, r.stop_reason, s.spent, s.set_aside, s."limit"
    FROM compactor.runs r JOIN compactor.spend_of_runs s ON s.run = r.number
    """

  private static func run(_ row: PostgresRow) throws -> RunRecord {
    func word<Word: RawRepresentable<String>>(_ column: Int) throws -> Word {
      let text: String = try row.decode(column)
      guard let word = Word(rawValue: text) else {
        throw PostgresError(.decoding, message: "run: found the \(row.columns.names[column]) '\(text)'")
      }
      return word
    }
    return RunRecord(
      number: try row.decode(0), job: try row.decode(1), jobVersion: try row.decode(2), kind: try word(3),
      state: try word(4), cursor: try row.decode(5), total: try row.decode(6),
      startedAt: try row.decode(7, as: PostgresTimestamp.self).microseconds,
      finishedAt: try row.decode(8, as: PostgresTimestamp?.self)?.microseconds, counts: try row.decode(9),
      spend: try sum(row, from: 11), stopReason: try row.decode(10))
  }

  /// Starts a run.
  ///
  /// - Parameter slot: the scheduled time it stands for, in microseconds since 1970.
  /// - Returns: `nil` where another worker has started the run of this slot.
  public func startRun(
    job: String, version: Int32, kind: RunKind, slot: Int64? = nil, total: Int64? = nil
  ) async throws -> RunRecord? {
    try await database.withConnection { connection in
      try await Self.startRun(job: job, version: version, kind: kind, slot: slot, total: total, connection)
    }
  }

  static func startRun(
    job: String, version: Int32, kind: RunKind, slot: Int64?, total: Int64?, _ connection: PostgresConnection
  ) async throws -> RunRecord? {
    let number = try await connection.query(
      """
      INSERT INTO compactor.runs (job, job_version, kind, slot, cursor, total, heartbeat_at)
      VALUES (\(job), \(version), \(kind.rawValue), \(slot.map { PostgresTimestamp(microseconds: $0) }),
        \(kind == .backfill ? 0 : nil as Int64?), \(total), now())
      ON CONFLICT (job, slot) DO NOTHING
      RETURNING number
      """
    ).first?.decode(0, as: Int64.self)
    guard let number else { return nil }
    return try await connection.query("\(selectRuns) WHERE r.number = \(number)").first.map(Self.run)
  }

  public func run(_ number: Int64) async throws -> RunRecord? {
    try await database.query("\(Self.selectRuns) WHERE r.number = \(number)").first.map(Self.run)
  }

  /// The latest runs first.
  public func runs(job: String? = nil, limit: Int) async throws -> [RunRecord] {
    try await database.query(
      """
      \(Self.selectRuns) WHERE \(job)::text IS NULL OR r.job = \(job)
      ORDER BY r.number DESC LIMIT \(Int64(limit))
      """
    ).map(Self.run)
  }

  /// The runs of a job that have not ended, in the order in which they started.
  public func openRuns(of job: String) async throws -> [RunRecord] {
    try await database.query(
      "\(Self.selectRuns) WHERE r.job = \(job) AND r.finished_at IS NULL ORDER BY r.number"
    ).map(Self.run)
  }

  /// Adds to the counts of a run, says that someone is at work on it, and tells where it stands.
  ///
  /// - Parameter counts: numbers by name; added to those that are there, since several workers share a run.
  public func reportRun(_ number: Int64, adding counts: [String: Int64]) async throws -> RunState? {
    let names = counts.keys.sorted()
    return try await database.query(
      """
      UPDATE compactor.runs
      SET heartbeat_at = now(),
        counts = counts || coalesce((
          SELECT jsonb_object_agg(name, coalesce((counts ->> name)::bigint, 0) + number)
          FROM unnest(\(names), \(names.map { counts[$0] ?? 0 })) AS added (name, number)), '{}')
      WHERE number = \(number)
      RETURNING state
      """
    ).first.flatMap { RunState(rawValue: try $0.decode(0)) }
  }

  /// Ends a run that is open; another worker may have ended it.
  public func finishRun(_ number: Int64, as state: RunState, reason: String? = nil) async throws {
    try await database.query(
      """
      UPDATE compactor.runs SET state = \(state.rawValue), finished_at = now(), stop_reason = \(reason)
      WHERE number = \(number) AND finished_at IS NULL
      """)
  }

  /// Pauses, resumes or cancels an open run; `false` where it is not open.
  public func setRun(_ number: Int64, to state: RunState) async throws -> Bool {
    try await database.query(
      """
      UPDATE compactor.runs
      SET state = \(state.rawValue), finished_at = CASE WHEN \(!state.isOpen) THEN now() END
      WHERE number = \(number) AND finished_at IS NULL
      RETURNING number
      """
    ).isEmpty == false
  }

  /// Lets a backfill go on that was paused, stopped by a limit, or failed; `false` where there is none to go on with.
  public func resumeBackfill(_ number: Int64, of job: String) async throws -> RunRecord? {
    let resumed = try await database.query(
      """
      UPDATE compactor.runs SET state = 'running', finished_at = NULL, stop_reason = NULL, heartbeat_at = now()
      WHERE number = \(number) AND job = \(job) AND kind = 'backfill' AND state NOT IN ('finished', 'cancelled')
      RETURNING number
      """)
    return resumed.isEmpty ? nil : try await run(number)
  }

  /// Raises the cursor of a backfill.
  public func moveCursor(of run: Int64, to cursor: Int64) async throws {
    try await database.query(
      "UPDATE compactor.runs SET cursor = \(cursor) WHERE number = \(run) AND coalesce(cursor, 0) < \(cursor)")
  }
}
