import Jobs
import Transcripts

extension CommandSpec {
  static let validate = CommandSpec(
    "validate", "check job files",
    details: """
      Names every mistake with file, line, column and the nearest valid name, and refuses what can never act. Several
      files are also checked against each other, in the order in which their jobs claim conversations. Touches no
      database.
      """,
    arguments: [ArgumentSpec("JOB", "a job file"), ArgumentSpec("JOB", count: .many, "further job files")],
    options: [.json]
  ) { invocation, console in
    let tokenizers = Tokenizers(console)
    var jobs: [Job] = []
    var findings: [Diagnostic] = []
    var unreadable: [(path: String, message: String)] = []
    for path in invocation.arguments {
      let (job, diagnostics): (Job?, [Diagnostic])
      do throws(UsageError) {
        (job, diagnostics) = try JobFiles.load(path)
      } catch {
        unreadable.append((path, error.description))
        continue
      }
      findings += diagnostics
      if let job {
        jobs.append(job)
        // Only a warning: the workers may have what this machine lacks.
        if var finding = tokenizers.problem(of: job) {
          finding.severity = .warning
          findings.append(finding)
        }
      }
    }
    findings += Job.check(jobs)
    let paths = invocation.arguments
    let report = ValidationReport(paths: paths, unreadable: unreadable, findings: findings)
    if !invocation.flag("json") {
      for file in unreadable { console.errors("compactor: \(file.message)") }
      for finding in findings { console.errors(finding.rendered) }
    }
    console.report(report.text, json: report.json, invocation)
    return report.hasErrors ? .usage : .done
  }
}

/// What is wrong with job files, for a person or a program.
struct ValidationReport {
  var paths: [String]
  /// Files that could not be read, with what stood in the way.
  var unreadable: [(path: String, message: String)]
  var findings: [Diagnostic]

  var hasErrors: Bool { !unreadable.isEmpty || findings.contains { $0.severity == .error } }

  /// The last line; the findings stand before it.
  var text: String {
    let files = paths.count == 1 ? paths[0] : counted(paths.count, "file")
    if unreadable.isEmpty { return "\(files): \(findings.tally)" }
    let number = unreadable.count == paths.count ? "not" : "\(counted(unreadable.count, "file")) not"
    return "\(files): \(number) read" + (unreadable.count == paths.count ? "" : "; \(findings.tally) in the others")
  }

  /// One JSON object: how many mistakes there are, and each with its place, where it has one.
  var json: String {
    JSON.object([
      .init("errors", .integer(unreadable.count + findings.count { $0.severity == .error })),
      .init("warnings", .integer(findings.count { $0.severity == .warning })),
      .init(
        "findings",
        .array(
          unreadable.map { file in
            .object([
              .init("severity", "error"), .init("file", .string(file.path)), .init("line", .null),
              .init("column", .null), .init("message", .string(file.message)), .init("nearest", .null),
              .init("example", .null),
            ])
          } + findings.map(\.json))),
    ]).text
  }
}

extension Diagnostic {
  var json: JSON {
    .object([
      .init("severity", .string(severity.rawValue)), .init("file", .string(file)), .init("line", .integer(line)),
      .init("column", .integer(column)), .init("message", .string(message)), .init("nearest", .text(nearest)),
      .init("example", .text(example)),
    ])
  }
}
