public import PostgresClient
public import Testing

/// A database of its own in the shared cluster.
public struct ScratchDatabase: Sendable {
  public let server: ScratchPostgres
  public let name: String

  /// The database of the test that runs, given by the trait `.scratchDatabase`.
  @TaskLocal public static var current: ScratchDatabase!

  /// - Parameter template: the database to copy, to which nobody may be connected.
  public static func create(template: String = "template1") async throws -> ScratchDatabase {
    let server = try await ScratchPostgres.shared
    let database = ScratchDatabase(server: server, name: "scratch_\(UInt64.random(in: 0 ... .max))")
    try await database.administer(
      "CREATE DATABASE \(SQL.Identifier(database.name)) TEMPLATE \(SQL.Identifier(template))")
    return database
  }

  /// Drops it, whoever is still connected.
  public func drop() async throws {
    try await administer("DROP DATABASE \(SQL.Identifier(name)) WITH (FORCE)")
  }

  public var configuration: PostgresConfiguration { server.configuration(database: name) }

  public func connect() async throws -> PostgresConnection {
    try await PostgresConnection.connect(configuration)
  }

  private func administer(_ sql: SQL) async throws {
    let connection = try await PostgresConnection.connect(server.configuration())
    try await connection.query(sql)
    await connection.close()
  }
}

/// Gives each test a fresh database, as `ScratchDatabase.current`, and drops it afterwards.
public struct ScratchDatabaseTrait: SuiteTrait, TestTrait, TestScoping {
  /// Whether the migrations of this checkout are applied to it.
  var migrated = false

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    // The trait also goes around the suite as a whole, which needs none.
    guard testCase != nil else { return try await function() }
    let database = try await migrated ? ScratchDatabase.createMigrated() : ScratchDatabase.create()
    do {
      try await ScratchDatabase.$current.withValue(database) { try await function() }
    } catch {
      try await database.drop()
      throw error
    }
    try await database.drop()
  }
}

extension Trait where Self == ScratchDatabaseTrait {
  public static var scratchDatabase: Self { ScratchDatabaseTrait() }
  public static var migratedDatabase: Self { ScratchDatabaseTrait(migrated: true) }
}
