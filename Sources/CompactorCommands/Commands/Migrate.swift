import Digests
import Storage

extension CommandSpec {
  static let migrate = CommandSpec(
    "migrate", "bring the database schema up to date",
    details: """
      Applies the numbered files of migrations/ that are missing, each in a transaction of its own; of several callers
      one works and the others wait. A file that was changed after it was applied is refused. The first migration makes
      roles, so the caller must be allowed to. With --check nothing is changed: the exit status is 1 if anything is
      missing.
      """,
    options: [
      .database,
      OptionSpec("migrations", value: "FOLDER", environment: "COMPACTOR_MIGRATIONS", "where the files are"),
      OptionSpec("check", "only say what is missing"),
    ]
  ) { invocation, console in
    let files = try MigrationFiles.load(try MigrationFiles.directory(invocation))
    return try await DatabaseSession.with(invocation, checked: false) { session in
      if invocation.flag("check") {
        try await session.archive.checkCompatibility(program: programVersion)
        let todo = try pending(
          files: files, applied: try await session.archive.appliedMigrations(), checksum: checksum)
        for migration in todo { console.print("missing: \(migration.number) \(migration.name)") }
        console.print(
          todo.isEmpty ? "The schema is up to date: \(counted(files.count, "migration"))." : "Run compactor migrate.")
        return todo.isEmpty ? .done : .failed
      }
      let done = try await session.archive.migrate(files, program: programVersion, checksum: checksum) { migration in
        console.print("applied: \(migration.number) \(migration.name)")
      }
      console.print(
        done.isEmpty
          ? "The schema is up to date: \(counted(files.count, "migration"))."
          : "Applied \(counted(done.count, "migration")).")
      return .done
    }
  }
}

@Sendable private func checksum(_ migration: Migration) -> [UInt8] { SHA256.digest(migration.sql).bytes }
