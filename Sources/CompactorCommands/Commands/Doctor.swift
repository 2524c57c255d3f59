import PostgresClient
import Storage
import Transcripts
import Worker

extension CommandSpec {
  static let doctor = CommandSpec(
    "doctor", "check the connection, the schema, and that what is stored agrees",
    details: """
      Changes nothing. With --archive it also reads every revision and checks that revisions, audit records, ranges and
      entries agree; that takes a while on a large archive. The exit status is 1 if anything is wrong.

      With --histories it judges every history by the rules of each dialect, as it came and as it is read, and counts what
      is wrong by rule. Histories that came broken are no fault: they are left alone, unless a job's `repair` says otherwise.
      """,
    options: [
      .database, .json, OptionSpec("archive", "check every revision, too"),
      OptionSpec("histories", "classify and count histories that are not legal"),
    ]
  ) { invocation, console in
    try await DatabaseSession.with(invocation, checked: false, needsWrites: false) { session in
      // A person sees each line as soon as it is known: a large archive takes a while.
      var report = try await examine(session, withArchive: invocation.flag("archive"), console) { finding in
        if !invocation.flag("json") { console.print(finding.text) }
      }
      if invocation.flag("histories"), report.hasSchema {
        let (tally, unreadable) = try await HistoryExaminer(session.archive, tokenizer: Tokenizers(console).standard())
          .examine()
        report.histories = HistoryTable(tally: tally, unreadable: unreadable)
      }
      console.report(report.text, json: report.json, invocation)
      return report.faults == 0 ? .done : .failed
    }
  }

  private static func examine(
    _ session: DatabaseSession, withArchive: Bool, _ console: Console, _ onFinding: (DoctorReport.Finding) -> Void
  ) async throws -> DoctorReport {
    var report = DoctorReport()
    func add(_ holds: Bool, _ what: String) {
      let finding = DoctorReport.Finding(holds: holds, what: what)
      report.findings.append(finding)
      onFinding(finding)
    }
    add(true, Tokenizers(console).summary)
    let server: (version: String, number: Int, user: String, isReadOnly: Bool)
    do {
      server = try await session.archive.server()
    } catch let error as PostgresError where error.isConnectionLost {
      add(false, "the database answers: \(error.message ?? error.kind.rawValue)")
      return report
    }
    add(server.number >= 140_000, "PostgreSQL \(server.version), expected 14 or later; connected as \(server.user)")
    add(
      !server.isReadOnly,
      server.isReadOnly
        ? "the server takes no writes: it is a standby, or was set to read only; workers need the primary"
        : "the server takes writes")
    let applied = try await session.archive.appliedMigrations()
    let missing = Set(1...newestMigration).subtracting(applied.map(\.number)).sorted()
    add(
      missing.isEmpty,
      missing.isEmpty
        ? "the schema has all \(newestMigration) migrations"
        : "the schema lacks migration \(missing.map(String.init).joined(separator: ", ")): run compactor migrate")
    guard missing.isEmpty else { return report }
    report.hasSchema = true
    do {
      try await session.archive.checkCompatibility(program: programVersion)
      add(true, "compactor \(programVersion) may use the schema")
    } catch let error as MigrationError {
      add(false, "\(error)")
    }
    let status = try await session.archive.status()
    add(status.quarantined == 0, "\(countedConversations(status.quarantined)) quarantined")
    if withArchive {
      for check in try await session.archive.checkConsistency() { add(check.violations == 0, check.finding) }
    }
    return report
  }
}

extension ConsistencyCheck {
  fileprivate var finding: String {
    var text = "\(what): \(grouped(checked)) checked"
    if violations > 0 { text += ", \(grouped(violations)) \(violations == 1 ? "violates" : "violate") it" }
    if !examples.isEmpty { text += "; first: conversation number " + examples.map(String.init).joined(separator: ", ") }
    return text
  }
}

/// What `compactor doctor` found, for a person or a program.
struct DoctorReport {
  struct Finding {
    var holds: Bool
    var what: String

    var text: String { "  \(holds ? "ok   " : "fault") \(what)" }
  }

  var findings: [Finding] = []
  /// Every migration is there, so that more can be looked at.
  var hasSchema = false
  var histories: HistoryTable?

  var faults: Int { findings.count { !$0.holds } }

  /// The last line; the findings stand before it.
  var text: String {
    (histories.map { $0.text + "\n" } ?? "")
      + (faults == 0 ? "Everything is in order." : "\(counted(faults, "fault")).")
  }

  var json: String {
    let judged: [JSON.Member] = histories.map { [.init("histories", $0.json)] } ?? []
    let members: [JSON.Member] = [
      .init("faults", .integer(faults)),
      .init(
        "findings",
        .array(findings.map { .object([.init("holds", .bool($0.holds)), .init("what", .string($0.what))]) })),
    ]
    return JSON.object(members + judged).text
  }
}
