import Storage

extension CommandSpec {
  static let doctor = CommandSpec(
    "doctor", "check the connection, the schema, and that what is stored agrees",
    details: """
      Changes nothing. With --archive it also reads every revision and checks that revisions, audit records, ranges and
      entries agree; that takes a while on a large archive. The exit status is 1 if anything is wrong.
      """,
    options: [.database, OptionSpec("archive", "check every revision, too")]
  ) { invocation, console in
    try await DatabaseSession.with(invocation, checked: false) { session in
      let faults = try await examine(session, withArchive: invocation.flag("archive"), console)
      console.print(faults == 0 ? "Everything is in order." : "\(faults) fault\(faults == 1 ? "" : "s").")
      return faults == 0 ? .done : .failed
    }
  }

  /// Prints a line for each thing that is checked; returns how many are wrong.
  private static func examine(
    _ session: DatabaseSession, withArchive: Bool, _ console: Console
  ) async throws -> Int {
    var faults = 0
    func report(_ holds: Bool, _ what: String) {
      if !holds { faults += 1 }
      console.print("  \(holds ? "ok   " : "fault") \(what)")
    }
    let server = try await session.archive.server()
    report(server.number >= 140_000, "PostgreSQL \(server.version), expected 14 or later; connected as \(server.user)")
    report(!server.isReadOnly, "the server takes writes")
    let applied = try await session.archive.appliedMigrations()
    let missing = Set(1...newestMigration).subtracting(applied.map(\.number)).sorted()
    report(
      missing.isEmpty,
      missing.isEmpty
        ? "the schema has all \(newestMigration) migrations"
        : "the schema lacks migration \(missing.map(String.init).joined(separator: ", ")): run compactor migrate")
    if missing.isEmpty {
      do {
        try await session.archive.checkCompatibility(program: programVersion)
        report(true, "compactor \(programVersion) may use the schema")
      } catch let error as MigrationError {
        report(false, "\(error)")
      }
      let status = try await session.archive.status()
      report(status.quarantined == 0, "\(grouped(status.quarantined)) conversations are quarantined")
      if withArchive {
        for check in try await session.archive.checkConsistency() {
          let examples =
            check.examples.isEmpty
            ? "" : "; first: conversation number " + check.examples.map(String.init).joined(separator: ", ")
          report(
            check.violations == 0,
            "\(check.what): \(grouped(check.checked)) checked"
              + (check.violations > 0 ? ", \(grouped(check.violations)) violate it\(examples)" : ""))
        }
      }
    }
    return faults
  }
}
