import Compaction
import Jobs
import Storage
import Tokenization
import Worker

extension CommandSpec {
  static let explain = CommandSpec(
    "explain", "say why a conversation is or is not due",
    arguments: [ArgumentSpec("CONVERSATION", "the application's name of the conversation")],
    options: [.database, .tenant, .number, .json]
  ) { invocation, console in
    try await DatabaseSession.with(invocation) { session in
      let conversation = try await session.conversation(invocation.arguments[0], invocation)
      let jobs = try PreparedJob.all(try await session.archive.jobs())
      var explanation = Explanation(
        conversation: conversation, claim: try await session.archive.claimState(of: conversation.number),
        registeredJobs: jobs.count)
      let selecting = try await session.archive.selecting(conversation.number, jobs)
      explanation.pausedJobs = selecting.paused.map(\.job.name)
      if let job = selecting.first {
        let tokenizer = try Tokenizers(console).tokenizer(of: job.job)
        let estimator = Estimator(session.archive, job, isBackfill: false, tokenizer: tokenizer)
        let look = try await estimator.look(at: conversation.number)
        explanation.job = Explanation.Selecting(
          name: job.job.name, version: job.version, trigger: job.job.policy.trigger,
          look: look.map { Explanation.Look(result: $0.result, size: $0.size, tokenizer: tokenizer.name) })
      }
      console.report(explanation.text, json: explanation.json, invocation)
      return .done
    }
  }
}

extension Archive {
  /// The first of the active jobs that selects the conversation, and the paused ones that would come before it.
  fileprivate func selecting(
    _ conversation: Int64, _ jobs: [PreparedJob]
  ) async throws -> (first: PreparedJob?, paused: [PreparedJob]) {
    var paused: [PreparedJob] = []
    for job in jobs where try await belongs(conversation, to: job.scope) {
      guard job.isPaused else { return (job, paused) }
      paused.append(job)
    }
    return (nil, paused)
  }
}
