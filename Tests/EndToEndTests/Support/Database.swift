import Foundation
import PostgresClient
import TestSupport
import Testing

/// A database with the schema, and a user who is a worker and nothing more.
struct Database: Sendable {
  /// Connection strings.
  var owner: String
  var worker: String
  private let name: String
  private var folder: URL?
  let remove: @Sendable () async throws -> Void

  /// A database of its own in the cluster that tests share.
  ///
  /// - Parameter original: whose copy it is, with all that is in it; one with the schema alone where `nil`.
  static func copied(of original: Database? = nil) async throws -> Database {
    let template = if let original { original.name } else { try await template.value }
    let database = try await ScratchDatabase.create(template: template)
    return Database(
      server: database.server.connectionString, name: database.name, remove: { try await database.drop() })
  }

  /// A cluster of its own that keeps what it has committed, whatever befalls it.
  static func launched(in folder: URL) async throws -> Database {
    let folder = folder.appending(path: "postgres")
    let script = packageRoot().appending(path: "scripts/postgres").path
    let server = try await runCommand(
      "'\(script)' start '\(folder.path)' --while \(ProcessInfo.processInfo.processIdentifier) 2>/dev/null")
    var database = Database(
      server: server, name: "postgres", remove: { _ = try await runCommand("'\(script)' remove '\(folder.path)'") })
    database.folder = folder
    try await database.migrate()
    return database
  }

  private init(server: String, name: String, remove: @escaping @Sendable () async throws -> Void) {
    let host = server.split(separator: " ").first { $0.hasPrefix("host=") } ?? ""
    owner = "\(host) user=postgres dbname=\(name)"
    worker = "\(host) user=e2e_worker dbname=\(name)"
    self.name = name
    self.remove = remove
  }

  func connect() async throws -> PostgresConnection {
    try await PostgresConnection.connect(PostgresConfiguration(owner))
  }

  /// Ends the server as a crash would, and starts it again.
  func restart() async throws { try await control("restart") }

  func stop() async throws { try await control("stop") }

  private func control(_ word: String) async throws {
    let script = packageRoot().appending(path: "scripts/postgres").path
    let folder = try #require(folder, "only a server of its own is stopped")
    _ = try await runCommand("'\(script)' \(word) '\(folder.path)'")
  }

  // MARK: The schema

  /// The database that the others are copies of.
  private static let template = Task.detached {
    let database = try await ScratchDatabase.create()
    try await Database(server: database.server.connectionString, name: database.name, remove: {}).migrate()
    return database.name
  }

  private func migrate() async throws {
    let folder = try Installation.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let migrations = packageRoot().appending(path: "migrations").path
    let tool = try Tool(
      "compactor", ["migrate", "--database", owner, "--migrations", migrations], environment: [:], in: folder)
    let ending = await tool.wait()
    try #require(ending.status == 0, Comment(rawValue: ending.output + ending.errors))
    let connection = try await connect()
    try await connection.executeScript("CREATE ROLE e2e_worker LOGIN; GRANT compactor_worker TO e2e_worker;")
    await connection.close()
  }
}
