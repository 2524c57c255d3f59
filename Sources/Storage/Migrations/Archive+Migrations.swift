import PostgresClient

extension Archive {
  /// A fixed number for the transaction-level lock under which migrations are applied.
  private static let migrationLock: Int64 = 0x636f_6d70_6163_7472  // "compactr"

  /// Migrations that were applied, by number; none where the schema is not there yet.
  public func appliedMigrations() async throws -> [AppliedMigration] {
    try await database.withConnection { try await Self.applied($0) }
  }

  private static func applied(_ connection: PostgresConnection) async throws -> [AppliedMigration] {
    guard try await exists("schema_migrations", connection) else { return [] }
    return try await connection.query(
      "SELECT number, name, checksum FROM compactor.schema_migrations ORDER BY number"
    ).map { row in
      AppliedMigration(
        number: Int(try row.decode(0, as: Int32.self)), name: try row.decode(1), checksum: try row.decode(2))
    }
  }

  /// Whether a table of the schema is there. Read from the catalog's rows: `to_regclass` may answer from a cache that
  /// does not know yet what another session made while this one waited for its lock.
  private static func exists(_ table: String, _ connection: PostgresConnection) async throws -> Bool {
    try await connection.query(
      """
      SELECT EXISTS (
        SELECT FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = 'compactor' AND c.relname = \(table))
      """
    ).first?.decode(0) ?? false
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
    let oldest = try await database.withConnection { connection -> String? in
      guard try await Self.exists("schema_compatibility", connection) else { return nil }
      return try await connection.query("SELECT oldest_program FROM compactor.schema_compatibility").first?.decode(0)
    }
    guard let oldest else { return }
    if isVersion(program, olderThan: oldest) { throw MigrationError.programTooOld(oldest: oldest, program: program) }
  }
}
