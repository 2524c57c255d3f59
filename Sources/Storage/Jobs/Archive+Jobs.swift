import PostgresClient

/// A job file to be registered.
public struct JobDefinition: Sendable {
  public var name: String
  /// The file as written.
  public var definition: String
  /// The policy in canonical form.
  public var policy: String
  /// The program's version.
  public var program: String
  /// US dollars as decimal text that a run, and all runs of a UTC day, may spend; `nil` where nobody says.
  public var runLimit: String?
  public var dayLimit: String?

  public init(
    name: String, definition: String, policy: String, program: String, runLimit: String? = nil, dayLimit: String? = nil
  ) {
    self.runLimit = runLimit
    self.dayLimit = dayLimit
    self.name = name
    self.definition = definition
    self.policy = policy
    self.program = program
  }
}

/// A job as it is registered.
public struct RegisteredJob: Sendable, Equatable {
  public var name: String
  public var version: Int32
  public var ordinal: Int32
  public var definition: String
  /// SHA-256 of the policy's canonical form.
  public var policy: [UInt8]
  /// Microseconds since 1970; `nil` where it is active.
  public var pausedAt: Int64?
  /// Microseconds since 1970.
  public var appliedAt: Int64

  public var isPaused: Bool { pausedAt != nil }
}

/// What registering came to.
public struct Registration: Sendable, Equatable {
  public var version: Int32
  /// `false` where the same text was registered last.
  public var isNew: Bool
  public var policyChanged: Bool
}

extension Archive {
  /// Registers a version of a job; the same text again changes nothing. New jobs, and such as had been removed, come
  /// after those that are there.
  public func register(_ job: JobDefinition) async throws -> Registration {
    try await database.withTransaction { try await Self.register(job, $0) }
  }

  /// Registers a job and starts a run of it, both or neither.
  public func registerAndStart(
    _ job: JobDefinition, kind: RunKind, total: Int64? = nil
  ) async throws -> (registration: Registration, run: RunRecord) {
    try await database.withTransaction { connection in
      let registration = try await Self.register(job, connection)
      let run = try await Self.startRun(
        job: job.name, version: registration.version, kind: kind, slot: nil, total: total, connection)
      guard let run else { throw PostgresError(.decoding, message: "a run without a slot was not started") }
      return (registration, run)
    }
  }

  private static func register(_ job: JobDefinition, _ connection: PostgresConnection) async throws -> Registration {
    // One caller at a time: versions are numbered without gaps.
    try await connection.query(lockJobs)
    let latest = try await connection.query(
      """
      SELECT v.version, v.definition, v.policy = sha256(convert_to(\(job.policy), 'UTF8')), j.removed_at IS NOT NULL
      FROM compactor.jobs j JOIN compactor.job_versions v ON v.job = j.name AND v.version = j.current_version
      WHERE j.name = \(job.name)
      """
    ).first?.values(Int32.self, String.self, Bool.self, Bool.self)
    if let latest, latest.1 == job.definition, latest.2, !latest.3 {
      return Registration(version: latest.0, isNew: false, policyChanged: false)
    }
    let version = (latest?.0 ?? 0) + 1
    try await connection.query(
      """
      INSERT INTO compactor.policies (digest, canonical)
      VALUES (sha256(convert_to(\(job.policy), 'UTF8')), \(job.policy)) ON CONFLICT DO NOTHING
      """)
    try await connection.query(
      """
      INSERT INTO compactor.jobs AS j (name, ordinal, current_version)
      VALUES (\(job.name), (SELECT coalesce(max(ordinal), 0) + 1 FROM compactor.jobs), \(version))
      ON CONFLICT (name) DO UPDATE SET current_version = excluded.current_version,
        ordinal = CASE WHEN j.removed_at IS NULL THEN j.ordinal ELSE excluded.ordinal END,
        paused_at = CASE WHEN j.removed_at IS NULL THEN j.paused_at END, removed_at = NULL
      """)
    try await connection.query(
      """
      INSERT INTO compactor.job_versions (job, version, policy, definition, program, run_limit, day_limit)
      VALUES (\(job.name), \(version), sha256(convert_to(\(job.policy), 'UTF8')), \(job.definition), \(job.program),
        \(job.runLimit)::text::numeric, \(job.dayLimit)::text::numeric)
      """)
    return Registration(version: version, isNew: true, policyChanged: latest.map { !$0.2 } ?? false)
  }

  /// Whoever registers, moves or removes a job does so alone.
  static let lockJobs: SQL = "LOCK TABLE compactor.jobs IN SHARE ROW EXCLUSIVE MODE"

  /// Every job that was not removed, with the version registered last, in the order in which they claim conversations.
  public func jobs() async throws -> [RegisteredJob] {
    try await database.query(
      """
      SELECT j.name, v.version, j.ordinal, v.definition, v.policy, j.paused_at, v.applied_at
      FROM compactor.jobs j JOIN compactor.job_versions v ON v.job = j.name AND v.version = j.current_version
      WHERE j.removed_at IS NULL
      ORDER BY j.ordinal, j.name
      """
    ).map { row in
      RegisteredJob(
        name: try row.decode(0), version: try row.decode(1), ordinal: try row.decode(2), definition: try row.decode(3),
        policy: try row.decode(4), pausedAt: try row.decode(5, as: PostgresTimestamp?.self)?.microseconds,
        appliedAt: try row.decode(6, as: PostgresTimestamp.self).microseconds)
    }
  }

  /// Whether a job of the name is registered or was removed.
  public func hasJob(_ name: String) async throws -> Bool {
    try await database.query("SELECT EXISTS (SELECT FROM compactor.jobs WHERE name = \(name))").first?.decode(0)
      ?? false
  }

  /// Pauses a job or lets it go on; `false` where there is none of the name.
  public func setJob(_ name: String, paused: Bool) async throws -> Bool {
    try await database.query(
      """
      UPDATE compactor.jobs SET paused_at = CASE WHEN \(paused) THEN coalesce(paused_at, now()) END
      WHERE name = \(name) AND removed_at IS NULL RETURNING name
      """
    ).isEmpty == false
  }
}
