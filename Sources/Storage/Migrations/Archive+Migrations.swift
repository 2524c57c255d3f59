import PostgresClient

extension Archive {
  /// A fixed number for the transaction-level lock under which migrations are applied.
  private static let migrationLock: Int64 = 0x636f_6d70_6163_7472  // "compactr"

  /// Migrations that were applied, by number; none where the schema is not there yet.
  public func appliedMigrations() async throws -> [AppliedMigration] {
    try await database.withConnection { try await Self.applied($0) }
  }

  private static func applied(_ connection: PostgresConnection) async throws -> [AppliedMigration] {
    let exists = try await connection.query("SELECT to_regclass('compactor.schema_migrations') IS NOT NULL").first
    guard try exists?.decode(0, as: Bool.self) == true else { return [] }
    return try await connection.query(
      "SELECT number, name, checksum FROM compactor.schema_migrations ORDER BY number"
    ).map { row in
      AppliedMigration(
        number: Int(try row.decode(0, as: Int32.self)), name: try row.decode(1), checksum: try row.decode(2))
    }
  }

  /// Applies what is pending, each file in a transaction of its own and one caller at a time, and says what was done.
  ///
  /// - Parameters:
  ///   - checksum: SHA-256 of a migration's text.
  ///   - program: this program's version, which must not be older than the schema allows.
  public func migrate(
    _ files: [Migration], program: String, checksum: @Sendable (Migration) -> [UInt8],
    onApplied: (Migration) -> Void = { _ in }
  ) async throws -> [Migration] {
    try await checkCompatibility(program: program)
    var done: [Migration] = []
    while true {
      let next = try await database.withConnection { connection in
        try await connection.withTransaction { connection -> Migration? in
          // Held to the end of the transaction: whoever waited here reads what was applied meanwhile.
          try await connection.query("SELECT pg_advisory_xact_lock(\(Self.migrationLock))")
          let todo = try pending(files: files, applied: try await Self.applied(connection), checksum: checksum)
          guard let next = todo.first else { return nil }
          try await connection.executeScript(next.sql, deadline: .seconds(3600))
          try await connection.query("RESET ROLE")
          try await connection.query(
            """
            INSERT INTO compactor.schema_migrations (number, name, checksum)
            VALUES (\(Int32(next.number)), \(next.name), \(checksum(next)))
            """)
          return next
        }
      }
      guard let next else { return done }
      done.append(next)
      onApplied(next)
    }
  }

  /// Refuses a program that is older than the schema allows; a newer one may use an older schema until it migrates.
  public func checkCompatibility(program: String) async throws {
    let exists = try await database.query("SELECT to_regclass('compactor.schema_compatibility') IS NOT NULL").first
    guard try exists?.decode(0, as: Bool.self) == true else { return }
    let oldest = try await database.query("SELECT oldest_program FROM compactor.schema_compatibility").first
    guard let oldest = try oldest?.decode(0, as: String.self) else { return }
    if isVersion(program, olderThan: oldest) { throw MigrationError.programTooOld(oldest: oldest, program: program) }
  }
}
