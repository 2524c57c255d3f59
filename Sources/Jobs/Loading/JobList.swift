extension Job {
  /// What is wrong with several jobs together, in their order: two of the same name are an error, and a conversation
  /// that two of them could select is a warning at the later one, since it belongs to the first.
  public static func check(_ jobs: [Job]) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    for (index, job) in jobs.enumerated() {
      for earlier in jobs[..<index] {
        if earlier.name == job.name {
          findings.append(
            Diagnostic(
              .error, file: job.file, range: job.nameRange,
              "the name `\(job.name)` belongs to the job of \(earlier.file)",
              expected: "a name of its own for each job"))
        } else if earlier.selection.overlaps(job.selection) {
          findings.append(
            Diagnostic(
              .warning, file: job.file, range: job.selectionRange,
              "`\(job.name)` and `\(earlier.name)` can select the same conversation; it belongs to `\(earlier.name)`, "
                + "which comes first (\(earlier.file):\(earlier.selectionRange.line))"))
        }
      }
    }
    return findings
  }
}
