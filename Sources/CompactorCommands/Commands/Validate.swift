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
    for path in invocation.arguments {
      let (job, diagnostics) = try JobFiles.load(path)
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
    if invocation.flag("json") {
      console.write(findings.json)
    } else {
      printAll(findings, of: invocation.arguments, console)
    }
    return findings.contains { $0.severity == .error } ? .usage : .done
  }

  private static func printAll(_ findings: [Diagnostic], of paths: [String], _ console: Console) {
    for finding in findings { console.errors(finding.rendered) }
    let files = paths.count == 1 ? paths[0] : counted(paths.count, "file")
    console.print("\(files): \(findings.tally)")
  }
}

extension Sequence<Diagnostic> {
  /// One JSON object: how many mistakes there are, and each with its place.
  var json: String {
    JSON.object([
      .init("errors", .integer(count { $0.severity == .error })),
      .init("warnings", .integer(count { $0.severity == .warning })),
      .init(
        "findings",
        .array(
          map { finding in
            .object([
              .init("severity", .string(finding.severity.rawValue)), .init("file", .string(finding.file)),
              .init("line", .integer(finding.line)), .init("column", .integer(finding.column)),
              .init("message", .string(finding.message)), .init("nearest", .text(finding.nearest)),
              .init("example", .text(finding.example)),
            ])
          })),
    ]).text
  }
}
