import FoundationEssentials
import PostgresClient
import Storage

extension OptionSpec {
  static let database = OptionSpec(
    "database", value: "CONNECTION", environment: "COMPACTOR_DATABASE",
    "a libpq connection string or URI; otherwise libpq's own variables count")
  static let json = OptionSpec("json", "print JSON for programs")
}

/// The connections of one command.
struct DatabaseSession: Sendable {
  let pool: PostgresPool
  /// For heartbeats alone.
  let reserved: PostgresPool

  var archive: Archive { Archive(pool) }
  var heartbeats: Archive { Archive(reserved) }

  /// Lends the connections to the body and closes them after it.
  ///
  /// - Parameters:
  ///   - checked: refuses a schema that this program cannot use.
  ///   - needsWrites: refuses a server that takes none.
  static func with<Value>(
    _ invocation: Invocation, connections: Int = 4, checked: Bool = true, needsWrites: Bool = true,
    _ body: (DatabaseSession) async throws -> Value
  ) async throws -> Value {
    var configuration = PostgresConfiguration(invocation.value("database") ?? "")
    configuration.applicationName = "compactor"
    configuration.needsWrites = needsWrites
    do {
      try configuration.validate()
    } catch let error as PostgresError {
      throw UsageError("the connection string: \(error.message ?? error.kind.rawValue)")
    }
    let session = DatabaseSession(
      pool: PostgresPool(configuration, maximumConnections: connections, leaseDeadline: .seconds(5)),
      reserved: PostgresPool(configuration, maximumConnections: 1, leaseDeadline: .seconds(5)))
    defer {
      session.pool.close()
      session.reserved.close()
    }
    if checked { try await session.check() }
    return try await body(session)
  }

  /// Refuses a schema that lacks migrations, or that this program is too old for.
  func check() async throws {
    try await archive.checkCompatibility(program: programVersion)
    let applied = Set(try await archive.appliedMigrations().map(\.number))
    let needed = Set(1...newestMigration)
    let missing = needed.subtracting(applied).sorted()
    if !missing.isEmpty { throw MigrationError.notApplied(missing) }
  }
}

/// The migration that this program's statements were written for; a newer schema is fine as long as it says so.
let newestMigration = 13
