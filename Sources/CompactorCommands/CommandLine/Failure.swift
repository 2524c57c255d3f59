import Jobs
import PostgresClient
import Transcripts

/// A job file with mistakes; printed with the line of each.
struct InvalidJobFile: Error {
  var path: String
  var findings: [Diagnostic]
}

/// How an error ends a command: for a person on standard error, and for a program on standard output.
struct Failure {
  var status: ExitStatus
  /// One of a closed list: `usage`, `job_file`, `database`, `interrupted`, `output` or `failed`.
  var kind: String
  /// One line.
  var message: String
  /// What is wrong with job files, with places.
  var findings: [Diagnostic] = []

  init(_ error: any Error) {
    switch error {
    case let error as UsageError: self.init(.usage, "usage", error.description)
    case let error as InvalidJobFile:
      self.init(.usage, "job_file", "\(error.path): \(error.findings.tally)", error.findings)
    case let error as Diagnostic:
      self.init(.usage, "job_file", "\(error.file):\(error.line):\(error.column): \(error.message)", [error])
    case let error as PostgresError: self.init(.failed, "database", "the database: \(error.plain)")
    case let error as OutputFailure: self.init(.failed, "output", error.description)
    case is CancellationError: self.init(.interrupted, "interrupted", "interrupted")
    default: self.init(.failed, "failed", "\(error)")
    }
  }

  private init(_ status: ExitStatus, _ kind: String, _ message: String, _ findings: [Diagnostic] = []) {
    self.status = status
    self.kind = kind
    self.message = message
    self.findings = findings
  }

  /// Lines for standard error.
  var lines: [String] {
    let rendered = findings.map(\.rendered)
    // A single finding is the message, with its line of the file.
    return kind == "job_file" && findings.count == 1 ? rendered : rendered + ["compactor: \(message)"]
  }

  /// One JSON object on one line.
  var json: String {
    JSON.object([
      .init(
        "error",
        .object([
          .init("status", .integer(status.rawValue)), .init("kind", .string(kind)), .init("message", .string(message)),
          .init("findings", .array(findings.map(\.json))),
        ]))
    ]).text
  }
}

extension PostgresError {
  /// For a person: without the statement, whose place is of use to nobody but us.
  fileprivate var plain: PostgresError {
    var error = self
    error.origin = nil
    return error
  }
}
