import YAMLDocuments

extension Job {
  /// What is wrong with several jobs together, in their order: two of the same name are an error, and a job that can
  /// select conversations of earlier ones, or is left none by them, is a warning, since a conversation belongs to the
  /// first that selects it.
  public static func check(_ jobs: [Job]) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    for (index, job) in jobs.enumerated() {
      let earlier = jobs[..<index]
      if let twin = earlier.first(where: { $0.name == job.name }) {
        findings.append(
          job.finding(
            .error, job.nameRange, "the name `\(job.name)` belongs to the job of \(twin.file)",
            expected: "a name of its own for each job"))
      }
      let shared = earlier.filter { $0.name != job.name && $0.selection.overlaps(job.selection) }
      if let whole = shared.first(where: { $0.selection.contains(job.selection) }) {
        findings.append(
          job.finding(
            .warning, job.selectionRange,
            "nothing is left for `\(job.name)`: the job before it `\(whole.name)` (\(whole.file):\(whole.selectionRange.line)) "
              + "selects whatever it selects", example: job.example(beside: whole)))
      } else if !shared.isEmpty {
        let names = shared.map { "`\($0.name)` (\($0.file):\($0.selectionRange.line))" }.joined(separator: ", ")
        findings.append(
          job.finding(
            .warning, job.selectionRange,
            "`\(job.name)` can select conversations that belong to jobs before it: \(names)",
            example: job.example(beside: shared[0])))
      }
    }
    return findings
  }

  private func finding(
    _ severity: Diagnostic.Severity, _ range: SourceRange, _ problem: String, expected: String? = nil,
    example: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      severity, file: file, range: range, problem, expected: expected, example: example,
      excerpt: RedactedLines(text)[range.line])
  }

  /// A selection that leaves the other job its conversations; where its tenants alone cannot say so, the order in which
  /// both have their say.
  private func example(beside other: Job) -> String {
    func names(_ names: Set<String>) -> String { "[\(names.sorted().joined(separator: ", "))]" }
    if case .only(let theirs) = other.selection.tenants {
      switch selection.tenants {
      case .all: return "select: {tenants: {except: \(names(theirs))}}"
      case .except(let mine): return "select: {tenants: {except: \(names(mine.union(theirs)))}}"
      case .only(let mine) where !mine.isSubset(of: theirs):
        return "select: {tenants: {only: \(names(mine.subtracting(theirs)))}}"
      case .only: break
      }
    }
    return "compactor apply \(file) \(other.file)"
  }
}
