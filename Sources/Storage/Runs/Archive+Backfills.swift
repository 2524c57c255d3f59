import PostgresClient

extension Archive {
  /// An open backfill of a job whose workers have fallen silent: it goes on where its cursor stands.
  ///
  /// Taking it over writes its heartbeat, so that of several processes one does.
  public func takeOverBackfill(of job: String) async throws -> RunRecord? {
    let number = try await database.query(
      """
      UPDATE compactor.runs SET heartbeat_at = now()
      WHERE number = (
        SELECT number FROM compactor.runs
        WHERE job = \(job) AND kind = 'backfill' AND state = 'running' AND finished_at IS NULL
          AND heartbeat_at < now() - make_interval(secs => \(Double(Self.silentRunSeconds)))
        ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING number
      """
    ).first.map { try $0.decode(0, as: Int64.self) }
    guard let number else { return nil }
    return try await run(number)
  }

  /// Starts the backfill that a changed policy asks for, unless this version of the job has had one.
  ///
  /// - Returns: `nil` where there is none to start, or another process starts it.
  public func startBackfillAfterChange(job: String, version: Int32, total: Int64) async throws -> RunRecord? {
    let number = try await database.withTransaction { connection -> Int64? in
      try await connection.query("SELECT FROM compactor.jobs WHERE name = \(job) FOR NO KEY UPDATE")
      return try await connection.query(
        """
        INSERT INTO compactor.runs (job, job_version, kind, cursor, total, heartbeat_at)
        SELECT this.job, this.version, 'backfill', 0, \(total), now()
        FROM compactor.job_versions this
        JOIN compactor.job_versions earlier ON earlier.job = this.job AND earlier.version = this.version - 1
        WHERE this.job = \(job) AND this.version = \(version) AND earlier.policy <> this.policy
          AND NOT EXISTS (
            SELECT FROM compactor.runs r
            WHERE r.job = this.job AND r.job_version = this.version AND r.kind = 'backfill')
        RETURNING number
        """
      ).first.map { try $0.decode(0, as: Int64.self) }
    }
    guard let number else { return nil }
    return try await run(number)
  }
}
