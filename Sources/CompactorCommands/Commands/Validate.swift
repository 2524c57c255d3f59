import Jobs

extension CommandSpec {
  static let validate = CommandSpec(
    "validate", "check job files",
    details: """
      Names every mistake with file, line, column and the nearest valid name, and refuses what can never act. Several
      files are also checked against each other, in the order in which their jobs claim conversations. Touches no
      database.
      """,
    arguments: [ArgumentSpec("JOB", "a job file"), ArgumentSpec("JOB", count: .many, "further job files")]
  ) { invocation, console in
    var jobs: [Job] = []
    var findings: [Diagnostic] = []
    for path in invocation.arguments {
      let (job, diagnostics) = try JobFiles.load(path)
      findings += diagnostics
      if let job { jobs.append(job) }
    }
    findings += Job.check(jobs)
    for finding in findings { console.errors(finding.rendered) }
    let files = invocation.arguments.count == 1 ? invocation.arguments[0] : "\(invocation.arguments.count) files"
    console.print("\(files): \(findings.tally)")
    return findings.contains { $0.severity == .error } ? .usage : .done
  }
}
