import Compaction
import Jobs
import Storage
import Tokenization
import Transcripts
import Worker

extension CommandSpec {
  static let plan = CommandSpec(
    "plan", "show what a run would do and cost, and change nothing",
    details: """
      Plans every conversation that is due, or every one of the job with --backfill, from headers and from what would
      be made shorter. Tokens after and cost assume summaries of the largest size, so that a run costs at most about
      this much.
      """,
    arguments: [ArgumentSpec("JOB", "a job file, or the name of a registered job")],
    options: [
      .database, .json, OptionSpec("backfill", "every conversation of the job, from its originals"),
      OptionSpec("limit", value: "NUMBER", "look at no more conversations than this"),
    ]
  ) { invocation, console in
    let limit = try invocation.integer("limit", in: 1...Int.max) ?? .max
    return try await DatabaseSession.with(invocation) { session in
      let prepared = try await session.unregisteredJob(named: invocation.arguments[0], console)
      let isBackfill = invocation.flag("backfill")
      let tokenizer = try Tokenizers(console).tokenizer(of: prepared.job)
      let estimate = try await Estimator(
        session.archive, prepared, isBackfill: isBackfill, tokenizer: tokenizer
      ).estimate(limit: limit)
      var report = EstimateReport(
        job: prepared.job, estimate: estimate, isBackfill: isBackfill, tokenizer: tokenizer.name,
        isPaused: prepared.isPaused)
      if estimate.conversations == 0 {
        report.nothingToDo = try await session.nothingToDo(for: prepared, isBackfill: isBackfill)
      }
      console.report(report.text, json: report.json, invocation)
      return .done
    }
  }
}

extension DatabaseSession {
  /// The job of a file as it would be registered, without registering it; or a registered job.
  func unregisteredJob(named name: String, _ console: Console) async throws -> PreparedJob {
    let registered = try PreparedJob.all(try await archive.jobs())
    guard name.isJobFile else { return try Self.job(named: name, in: registered) }
    let job = try JobFiles.valid(name, console)
    // Where it is registered it keeps its place among the jobs; a new one comes last.
    if let known = registered.first(where: { $0.job.name == job.name }) {
      var changed = known
      changed.job = job
      changed.scope.filter = ConversationFilter(job.selection)
      return changed
    }
    let earlier = registered.filter { !$0.isPaused }.map(\.job)
    return PreparedJob(
      job: job, version: 0, policy: [],
      scope: JobScope(
        ConversationFilter(job.selection), earlier: earlier.map { ConversationFilter($0.selection) }),
      earlierJobs: earlier.map(\.name))
  }
}

/// An estimate for a person or a program.
struct EstimateReport {
  var job: Job
  var estimate: RunEstimate
  var isBackfill: Bool
  /// Who counted the tokens.
  var tokenizer: String
  var isPaused = false
  /// Where there is nothing to look at.
  var nothingToDo: NothingToDo?

  var text: String {
    var lines = [
      "\(isBackfill ? "a backfill" : "a run") of \(job.name) would look at \(countedConversations(estimate.conversations))"
    ]
    if isPaused { lines.append("  the job is paused: compactor resume \(job.name) lets it go on") }
    if let nothingToDo { lines += nothingToDo.lines.map { "  " + $0 } }
    for outcome in Outcome.allCases {
      guard let number = estimate.outcomes[outcome] else { continue }
      lines.append("  \(padded(outcome.rawValue, to: 18))\(grouped(number))")
    }
    if estimate.tokensBefore > 0 {
      lines.append(
        "  \(padded("entries", to: 18))\(grouped(estimate.entriesBefore)) → \(grouped(estimate.entriesAfter))")
      lines.append(
        "  \(padded("tokens", to: 18))\(grouped(estimate.tokensBefore)) → \(grouped(estimate.tokensAfter)) "
          + "(\(change(from: estimate.tokensBefore, to: estimate.tokensAfter))), by \(tokenizer)")
    }
    if estimate.modelCalls > 0 {
      let seconds = estimate.modelSeconds(within: job.limits)
      lines.append(
        "  \(padded("model calls", to: 18))\(grouped(estimate.modelCalls)), \(countedTokens(estimate.inputTokens)) in, "
          + "\(grouped(estimate.outputTokens)) out")
      lines.append("  \(padded("cost", to: 18))at most about \(estimate.cost)")
      lines.append(
        "  \(padded("time", to: 18))about \(durationText(seconds)) of model calls, \(job.limits.modelCallsInFlight) at a "
          + "time, if a call takes \(Int(RunEstimate.assumedCallSeconds)) s")
      if estimate.cost > job.limits.spend.run {
        lines.append("  the run would stop at its limit of \(job.limits.spend.run)")
      }
    }
    return lines.joined(separator: "\n")
  }

  var json: String {
    let outcomes = Outcome.allCases.compactMap { outcome in
      estimate.outcomes[outcome].map { JSON.Member(outcome.rawValue, .number(String($0))) }
    }
    return JSON.object([
      .init("job", .string(job.name)), .init("backfill", .bool(isBackfill)), .init("outcomes", .object(outcomes)),
      .init("entries_before", .number(String(estimate.entriesBefore))),
      .init("entries_after", .number(String(estimate.entriesAfter))),
      .init("tokenizer", .string(tokenizer)), .init("tokens_before", .number(String(estimate.tokensBefore))),
      .init("tokens_after", .number(String(estimate.tokensAfter))),
      .init("model_calls", .number(String(estimate.modelCalls))),
      .init("input_tokens", .number(String(estimate.inputTokens))),
      .init("output_tokens", .number(String(estimate.outputTokens))),
      .init("cost_usd", .number(estimate.cost.decimal)),
      .init("model_seconds", .number(String(estimate.modelSeconds(within: job.limits)))),
      .init("paused", .bool(isPaused)), .init("nothing_to_do", nothingToDo?.json ?? .null),
    ]).text
  }
}

/// `40 s`, `12 min`, `3.5 h`.
func durationText(_ seconds: Double) -> String {
  if seconds < 120 { return "\(Int(seconds.rounded(.up))) s" }
  if seconds < 7_200 { return "\(Int((seconds / 60).rounded(.up))) min" }
  return "\((seconds / 360).rounded() / 10) h"
}
