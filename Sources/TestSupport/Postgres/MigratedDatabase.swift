import FoundationEssentials
public import PostgresClient

extension ScratchDatabase {
  /// A database with the schema in it: a copy of one to which the migrations of this checkout were applied.
  public static func createMigrated() async throws -> ScratchDatabase {
    try await create(template: template.value)
  }

  private static let template = Task.detached {
    let database = try await create()
    let connection = try await database.connect()
    try await applyMigrations(connection)
    await connection.close()
    return database.name
  }

  /// Applies the migrations, each in its transaction.
  public static func applyMigrations(_ connection: PostgresConnection) async throws {
    for migration in try migrations() {
      _ = try await connection.withTransaction { try await $0.executeScript(migration.sql) }
    }
  }

  /// The files of `migrations/`, in order.
  public static func migrations() throws -> [(name: String, sql: String)] {
    let folder = try migrationsFolder()
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
      (name, try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8))
    }
  }

  private static func migrationsFolder() throws -> String {
    var folder = #filePath[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      if FileManager.default.fileExists(atPath: "\(folder)/migrations/0001_foundation.sql") {
        return "\(folder)/migrations"
      }
    }
    throw ScratchPostgresError(output: "found no migrations above \(#filePath)")
  }
}
