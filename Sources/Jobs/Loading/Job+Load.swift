import YAMLDocuments

extension Job {
  /// Reads and checks the text of a job file.
  ///
  /// - Parameter file: its name, for messages.
  /// - Returns: the job unless there is an error among the findings, and every finding in the order of its place.
  public static func load(text: String, file: String) -> (job: Job?, diagnostics: [Diagnostic]) {
    var checker = Checker(file: file, text: text)
    let root: YAMLNode
    do throws(YAMLProblem) {
      root = try YAMLReader.read(text, wording: .jobs)
    } catch {
      checker.blankAfterSecretKeys()
      checker.report(at: error.range, error.message, expected: error.expected)
      return (nil, checker.diagnostics)
    }
    checker.redactSecrets(in: root)
    guard let value = checker.check(root, as: .section(JobDescription.job), at: .root) else {
      return (nil, checker.diagnostics)
    }
    let policy = PolicyBuilder.policy(from: value)
    checker.checkModels(value)
    checker.checkShares(value)
    checker.checkPrompts(value)
    checker.checkTimes(value)
    checker.checkSpend(value)
    if let policy { checker.checkPolicy(policy, value) }
    guard !checker.hasErrors, let policy else { return (nil, checker.diagnostics) }
    return (JobBuilder(file: file, text: text).job(from: value, policy: policy), checker.diagnostics)
  }
}

extension YAMLWording {
  fileprivate static let jobs = YAMLWording(
    files: "job files", whole: "a job, beginning with `job: NAME`", one: "one job for each file")
}
