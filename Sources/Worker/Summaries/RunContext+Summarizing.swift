import ChatCompletions
import Compaction
import HTTPTransport
import Jobs
import Storage
import Summarization
import Transcripts

extension RunContext {
  /// Has the summary of a draft written, and settles its plan.
  ///
  /// - Returns: `nil` where the attempt was cut short and the claim should be given back.
  func summarize(_ item: Drafted) async throws -> Finished? {
    guard let model = models[item.draft.model] else {
      // A job that loads names every model that its stages use.
      return item.ended(.error, reason: "the job has no model '\(item.draft.model)'", nil, retryWhenGrown: false)
    }
    let writing = SummaryWriting(context: self, item: item, model: model)
    do {
      return try await finished(item, try await writing.write(), writing)
    } catch let error as ChatError {
      return try ended(item, by: error, writing)
    } catch is CancellationError {
      return nil
    }
  }

  /// What came of the summary; stages behind it may need short forms.
  private func finished(_ item: Drafted, _ outcome: SummaryOutcome, _ writing: SummaryWriting) async throws -> Finished
  {
    events.summarized(writing.measures, under: item.draft.gates, outcome, job: job.name)
    guard case .accepted(let text, let tokens) = outcome else { return item.refused(outcome, writing) }
    var forms = item.forms
    var settlement = item.draft.settle(summaryTokens: tokens + writing.frameTokens)
    while case .needsShortForms(let draft) = settlement {
      let shortening = Shortening(loaded: item.loaded, draft: draft)
      let made: ShortFormTable.Forms
      switch try await shortForms(for: [shortening]).forms(of: item.loaded.claimed.claim.conversation) {
      case .failure(let error): return item.ended(.error, reason: "\(error)", writing, retryWhenGrown: false)
      case .success(let forms): made = forms
      }
      settlement = draft.settle(tokens: draft.positions.map { made[$0].map { Int($0.tokens) } })
      forms.merge(made) { _, new in new }
    }
    return item.finished(settlement, summary: text, forms: forms, writing, in: self)
  }

  /// What a call that brought no answer means for the conversation, and for the run.
  private func ended(_ item: Drafted, by error: ChatError, _ writing: SummaryWriting) throws -> Finished? {
    switch error.class {
    case .cancelled:
      return nil
    case .declined:
      // Else the money could not be asked for, which is a fault of ours and not of the conversation.
      guard error.cause is SpendExhausted else { throw error.cause ?? error }
      events.modelCallRefused(error, served: writing.model.model.name)
      stop.request(.spendExhausted)
      return item.ended(.spendExhausted, reason: nil, writing, retryWhenGrown: false)
    case .quota, .endpoint:
      stop.request(.modelUnavailable)
      events.modelRefuses(error)
      return item.ended(.modelUnavailable, reason: error.reason, writing, retryWhenGrown: false)
    case .contentFilter, .permanent, .tooBig:
      // Asking the same again brings the same: the conversation waits until it has grown.
      return item.ended(.summaryRefused, reason: error.reason, writing, retryWhenGrown: true)
    case .circuitOpen:
      events.modelCallRefused(error, served: writing.model.model.name)
      return item.ended(.modelUnavailable, reason: error.reason, writing, retryWhenGrown: false)
    case .overload, .unreachable, .timedOut, .truncated, .malformed, .adaptable:
      return item.ended(.modelUnavailable, reason: error.reason, writing, retryWhenGrown: false)
    }
  }
}

extension Drafted {
  fileprivate func refused(_ outcome: SummaryOutcome, _ writing: SummaryWriting) -> Finished {
    var reason: String?
    if case .refused(let refusal) = outcome { reason = refusal.rawValue }
    return ended(.summaryRefused, reason: reason, writing, retryWhenGrown: true)
  }

  fileprivate func finished(
    _ settlement: Settlement, summary text: String, forms: [Int32: ShortForm], _ writing: SummaryWriting,
    in context: RunContext
  ) -> Finished {
    switch settlement {
    case .cannotShrink(let reason, let next):
      var ended = ended(reason.outcome, reason: reason.rawValue, writing, retryWhenGrown: true)
      ended.look = loaded.look(next)
      return ended
    case .settled(let plan):
      let summary = NewSummary(
        text: text, model: writing.use.model ?? writing.model.model.name, prompt: writing.measures.prompt)
      var finished = loaded.finished(
        with: plan, summary: summary, forms: forms, use: writing.use, in: context.planning)
      finished.commit.summaryFigures = writing.measures.json?.text
      finished.reusedResults = writing.reusedResults
      finished.cost = writing.cost
      return finished
    case .needsShortForms, .needsSummary:
      // A plan has one summary, and its short forms have been made.
      return ended(.error, reason: "the plan needs a second summary", writing, retryWhenGrown: false)
    }
  }

  /// - Parameter retryWhenGrown: whether the conversation waits until it has grown; otherwise it stays due.
  fileprivate func ended(_ outcome: Outcome, reason: String?, _ writing: SummaryWriting?, retryWhenGrown: Bool)
    -> Finished
  {
    let count = loaded.snapshot.headers.count
    let look = retryWhenGrown ? loaded.look(NextLook(entries: NextLook.grown(from: count))) : nil
    var commit = Commit(
      claim: loaded.claimed.claim, outcome: outcome, reason: reason, before: draft.before,
      model: writing?.use ?? ModelUse(), startedAt: loaded.claimed.claimedAt)
    commit.summaryFigures = writing?.measures.json?.text
    return Finished(
      commit: commit,
      look: look, reusedResults: writing?.reusedResults ?? 0, cost: writing?.cost ?? .zero)
  }
}

extension ChatError {
  /// A word of the closed list of classes, with the HTTP status where there is one, or with what happened on the way and
  /// the address that was asked: `endpoint (401)`, `unreachable (could not connect: 127.0.0.1:8089)`.
  var reason: String { `class`.reason(status: status, transport) }
}

extension ChatError.Class {
  func reason(status: Int? = nil, _ transport: TransportError?) -> String {
    let detail = status.map(String.init) ?? transport.map { "\($0.cause): \($0.host)" }
    return name + (detail.map { " (\($0))" } ?? "")
  }
}
