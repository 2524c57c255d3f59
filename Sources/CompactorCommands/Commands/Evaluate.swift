import Compaction
import Digests
import Evaluation
import Jobs
import Tokenization
import Transcripts
import Worker

extension CommandSpec {
  static let evaluate = CommandSpec(
    "evaluate", "measure what policies keep and lose, side by side",
    details: """
      Compacts conversations by the policy of each job, in memory, and measures what readers would still find: tokens,
      validity, argument values that later calls use, files touched, items by kind, user constraints, and answers where
      questions are given; beside what random and the newest groups keep of as many tokens. With --file the
      conversations are those of files, and no database is touched; otherwise a sample of those that the first JOB
      selects. No model is asked unless --ask-models is given: summaries are extracts otherwise. Nothing is written but
      the report. docs/evaluation.md explains the figures.
      """,
    arguments: [
      ArgumentSpec("JOB", "a job file, or the name of a registered job"),
      ArgumentSpec("JOB", count: .many, "further jobs"),
    ],
    options: [
      .database, .json,
      OptionSpec("file", value: "FILE", "conversations of a file that import reads; may be given again"),
      OptionSpec("sample", value: "NUMBER", "so many conversations, drawn by the seed; otherwise 100, or all of files"),
      OptionSpec("seed", value: "NUMBER", "of the sample and of the random baseline; otherwise 1"),
      OptionSpec(
        "looks", value: "NUMBER", "tool calls looked at in each conversation at most; otherwise 40, or 4 with models"),
      OptionSpec("always", "compact every conversation, whether it is due or not"),
      OptionSpec("fully", "run every stage, whether the target is reached or not"),
      OptionSpec(
        "questions", value: "FILE", "JSONL of {conversation, question, answers}, beside those of the conversations"),
      OptionSpec("tokenizer", value: "NAME", "otherwise the one of the first job"),
      OptionSpec("html", value: "FILE", "also write the report as a page with plots"),
      OptionSpec("ask-models", "let the jobs' models write the summaries, each within its job's limit for a run"),
    ]
  ) { invocation, console in
    let evaluation = try EvaluationRequest(invocation, console)
    guard invocation.options["file"] == nil else {
      let jobs = try invocation.arguments.map { try JobFiles.valid($0, console) }
      var files = try EvaluatedFiles(invocation.options["file"] ?? [], evaluation, console)
      return try await evaluation.run(jobs, source: files.description, invocation, console) { tokenizer in
        try files.next(tokenizer)
      }
    }
    return try await DatabaseSession.with(invocation) { session in
      var jobs: [Job] = []
      for name in invocation.arguments { jobs.append(try await session.unregisteredJob(named: name, console).job) }
      var sample = try await EvaluatedSample(session.archive, of: jobs[0], evaluation)
      return try await evaluation.run(jobs, source: sample.description, invocation, console) { tokenizer in
        try await sample.next(tokenizer)
      }
    }
  }
}

/// What one `compactor evaluate` was asked for.
struct EvaluationRequest: Sendable {
  let settings: EvaluationSettings
  /// `nil` for all.
  let sample: Int?
  let questions: [String: [Question]]
  private let asksModels: Bool
  private let tokenizer: (any Tokenizer)?

  /// Conversations measured side by side.
  private static let width = 4

  init(_ invocation: Invocation, _ console: Console) throws {
    asksModels = invocation.flag("ask-models")
    settings = EvaluationSettings(
      looks: try invocation.integer("looks", in: 0...100_000) ?? (asksModels ? 4 : 40),
      seed: try invocation.integer("seed") ?? 1, ignoresTriggers: invocation.flag("always"),
      ignoresTargets: invocation.flag("fully"))
    sample = try invocation.integer("sample", in: 1...Int.max)
    questions = try invocation.value("questions").map(QuestionFile.read) ?? [:]
    tokenizer = try invocation.value("tokenizer").map { try Tokenizers(console).tokenizer(wanted: $0) }
  }

  /// Measures every conversation that `next` gives, and reports.
  func run(
    _ jobs: [Job], source: String, _ invocation: Invocation, _ console: Console,
    next: (any Tokenizer) async throws -> MeasuredConversation?
  ) async throws -> ExitStatus {
    let tokenizer = try self.tokenizer ?? Tokenizers(console).tokenizer(of: jobs[0])
    // Checked before hours of measuring.
    let page = try invocation.value("html").map { path throws(UsageError) in try FileSink(path) }
    let models = try EvaluationModels(jobs, asked: asksModels, tokenizer: tokenizer, console)
    let policies = jobs.map { job in
      EvaluatedPolicy(name: job.name, policy: job.policy, dialect: job.dialect, summarize: models.summaries(for: job))
    }
    let evaluator = Evaluator(policies, settings: settings, tokenizer: tokenizer) { SHA256.digest($0).bytes }
    var results: [Int: [PolicyMeasures]] = [:]
    do {
      try await withThrowingTaskGroup(of: (Int, [PolicyMeasures]).self) { group in
        var count = 0
        while let conversation = try await next(tokenizer) {
          if count >= Self.width, let (index, measures) = try await group.next() { results[index] = measures }
          let index = count
          group.addTask { (index, try await evaluator.measure(conversation)) }
          count += 1
        }
        for try await (index, measures) in group { results[index] = measures }
      }
    } catch let limit as TrialLimit {
      console.errors("compactor: \(limit)")
      return .limit
    }
    if results.isEmpty { console.errors("compactor: there is no conversation to measure") }
    var rows = jobs.map { job in
      EvaluationReport.Row(name: job.name, stages: job.policy.stages.map(\.name), measures: PolicyMeasures())
    }
    for (_, measures) in results.sorted(by: { $0.key < $1.key }) {
      for (row, measures) in measures.enumerated() { rows[row].measures += measures }
    }
    let report = EvaluationReport(
      source: source, summaries: models.description, tokenizer: tokenizer.name, settings: settings, rows: rows)
    try page?.write(Array(report.html.utf8))
    console.report(EvaluationTable(report).text, json: report.json.text, invocation)
    if let cost = models.cost { console.errors(cost) }
    return .done
  }
}

extension Tokenizers {
  /// The tokenizer of a name from the command line.
  func tokenizer(wanted text: String) throws(UsageError) -> any Tokenizer {
    guard let name = TokenizerName(text) else {
      let known = BytePairEncoding.allCases.map(\.rawValue) + [EstimatingTokenizer.name]
      throw UsageError("--tokenizer: found '\(text)'" + suggestion(for: text, among: known))
    }
    do {
      return try tokenizer(named: name)
    } catch {
      throw UsageError("--tokenizer: \(error)")
    }
  }
}
