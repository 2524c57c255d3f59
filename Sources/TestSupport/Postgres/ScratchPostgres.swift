import Glibc
public import PostgresClient

/// A private PostgreSQL of the test process, made by `scripts/postgres` and removed when the process is gone.
public struct ScratchPostgres: Sendable {
  let folder: String
  /// Reaches the database `postgres` as superuser.
  public let connectionString: String

  /// The one that tests share. Tests that restart the server launch their own.
  public static var shared: ScratchPostgres {
    get async throws { try await sharedLaunch.value }
  }

  private static let sharedLaunch = Task.detached { try await launch() }

  /// Starts another cluster; takes about two seconds.
  public static func launch() async throws -> ScratchPostgres {
    let folder = "/tmp/transcript-compactor-test-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    let output = try await runScript("start", folder, "--fast", "--while", "\(getpid())")
    return ScratchPostgres(folder: folder, connectionString: output)
  }

  /// Stops the server at once, as a crash would, and starts it again.
  public func restart() async throws {
    _ = try await Self.runScript("restart", folder)
  }

  /// Stops the server; sessions end with 57P01.
  public func stop() async throws {
    _ = try await Self.runScript("stop", folder)
  }

  public func remove() async throws {
    _ = try await Self.runScript("remove", folder)
  }

  public func configuration(database: String = "postgres") -> PostgresConfiguration {
    PostgresConfiguration("\(connectionString) dbname=\(database)")
  }

  /// Ends a server session, as an administrator would.
  public func terminate(backend processID: Int32) async throws {
    let connection = try await PostgresConnection.connect(configuration())
    try await connection.query("SELECT pg_terminate_backend(\(processID))")
    await connection.close()
  }

  private static func runScript(_ arguments: String...) async throws -> String {
    try await runCommand(([try scriptPath()] + arguments).map { "'\($0)'" }.joined(separator: " "))
  }

  private static func scriptPath() throws -> String {
    var folder = #filePath[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      let path = "\(folder)/scripts/postgres"
      if access(path, X_OK) == 0 { return path }
    }
    throw ScratchPostgresError(output: "found no scripts/postgres above \(#filePath)")
  }
}

/// What a command or a system call complained about.
public struct ScratchPostgresError: Error, CustomStringConvertible {
  public var output: String
  public var description: String { output }
}
