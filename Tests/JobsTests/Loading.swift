import Jobs

/// A job without mistakes, to change a line of.
let plainJob = """
  job: plain
  compact_when: {any: [{tokens: 4k}]}
  target: {tokens: 2k}
  stages:
    - summarize: {model: small, prompt: facts@1, at_most: {tokens: 300}}
  models:
    small:
      url: https://models.example/v1
      name: small-1
      price: {input: 0.40, output: 1.60}
  """

/// The plain job with other lines in place of those that begin so.
func plainJob(_ changes: (beginning: String, line: String)...) -> String {
  var lines = plainJob.split(separator: "\n").map(String.init)
  for (beginning, line) in changes {
    guard let index = lines.firstIndex(where: { $0.hasPrefix(beginning) }) else {
      preconditionFailure("the plain job has no line that begins with \(beginning)")
    }
    lines[index] = line
  }
  return lines.joined(separator: "\n")
}

/// `LINE:COLUMN severity: message (nearest)` of each finding.
func findings(_ text: String) -> [String] {
  Job.load(text: text, file: "job.yaml").diagnostics.map { finding in
    "\(finding.line):\(finding.column) \(finding.severity): \(finding.message)"
      + (finding.nearest.map { " (\($0))" } ?? "")
  }
}
