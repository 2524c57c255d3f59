import ChatCompletions
public import Compaction
import Digests
import FoundationEssentials
public import Jobs
import Storage
public import Summarization
import Synchronization
public import Tokenization

/// Summaries of a job's models for trying policies: nothing is claimed, read or written, and what the models cost stays
/// within the job's limit for a run. The same request is bought once.
public final class SummaryTrial: Sendable {
  private let job: Job
  private let models: ModelPool
  private let tokenizer: any Tokenizer
  private let meters: [String: CallMeter]
  private let ledger: Ledger

  public init(_ job: Job, models: ModelPool, tokenizer: any Tokenizer) {
    self.job = job
    self.models = models
    self.tokenizer = tokenizer
    let ledger = Ledger(limit: job.limits.spend.run)
    self.ledger = ledger
    let spend = SpendGate(
      SpendGate.Ledger(
        reserve: { hold, most, _ in ledger.reserve(hold, most) },
        settle: { hold, spent in ledger.settle(hold, spent: spent) }))
    let trust = CountTrust()
    let rate = TokenRate(perMinute: job.limits.tokensPerMinute, metrics: WorkerEvents.none.metrics)
    meters = job.models.mapValues { model in
      CallMeter(price: model.price, spend: spend, trust: trust, rate: rate, stop: StopSignal())
    }
  }

  /// What the calls came to up to now.
  public var calls: Int { meters.values.reduce(0) { $0 + $1.total.use.calls } }
  public var cost: Money { meters.values.reduce(Money.zero) { $0 + $1.total.cost } }

  /// The summary that a draft asks for; its tokens hold its share of the message and the frame around it.
  ///
  /// - Parameters:
  ///   - entries: what the draft covers, in order.
  ///   - instructions: of the conversation, for context.
  /// - Throws: ``TrialLimit`` where the job's limit for a run would be passed; `ChatError` where the model fails.
  public func summary(
    of draft: Draft, entries: [SourceEntry], instructions: String?
  ) async throws -> SummaryOutcome {
    guard let model = models[draft.model], let meter = meters[draft.model] else {
      preconditionFailure("a job that loads names every model that its stages use")
    }
    let frame = SummaryFrame.tokens(by: tokenizer)
    let name = model.model.name
    var task = SummaryTask(
      prompt: try SummaryPrompt.named(draft.prompt),
      limits: SummaryLimits(
        atMostTokens: max(1, draft.budgetTokens - frame), replacedTokens: draft.replacedTokens,
        contextWindow: model.model.contextWindow),
      instructions: instructions, tokenizer: tokenizer,
      digest: { SHA256.digest(Array(name.utf8) + [0] + $0).bytes })
    for entry in entries { task.add(entry) }
    task.finish()
    while task.outcome == nil {
      let requests = task.next()
      if requests.isEmpty { break }
      for request in requests {
        task.receive(try await answer(to: request, by: model, meter), for: request.digest)
      }
    }
    switch task.outcome {
    case .accepted(let text, let tokens): return .accepted(text: text, tokens: tokens + frame)
    case .refused(let refusal): return .refused(refusal)
    case nil: return .refused(.unfinished)
    }
  }

  private func answer(
    to request: SummaryRequest, by model: ModelClient, _ meter: CallMeter
  ) async throws -> SummaryReply {
    if request.attempt == 1, let known = ledger.reply(to: request.digest) { return known }
    let bound = InputBound(of: request, by: tokenizer, in: job)
    do {
      let (text, reply) = try await SummarySession(model: model, observer: meter.request(bound)).answer(to: request)
      let answer = SummaryReply(text, of: reply)
      ledger.keep(answer, to: request.digest)
      return answer
    } catch let error as ChatError {
      if error.cause is SpendExhausted { throw TrialLimit(job: job.name, limit: job.limits.spend.run) }
      throw error
    }
  }
}

/// Trying a job's policy would cost more than a run of it may.
public struct TrialLimit: Error, CustomStringConvertible {
  public var job: String
  public var limit: Money

  public var description: String { "\(job): the next call could pass the job's limit of \(limit) for a run" }
}

/// What was bought, and what is still under way, within a limit.
private final class Ledger: Sendable {
  private struct State {
    var spent = Money.zero
    /// What is set aside.
    var holds: [UUID: Money] = [:]
    var replies: [[UInt8]: SummaryReply] = [:]
  }

  private let limit: Money
  private let state = Mutex(State())

  init(limit: Money) { self.limit = limit }

  func reserve(_ hold: UUID, _ amount: Money) -> Bool {
    state.withLock { state in
      guard state.holds.values.reduce(state.spent + amount, +) <= limit else { return false }
      state.holds[hold] = amount
      return true
    }
  }

  func settle(_ hold: UUID, spent: Money) {
    state.withLock { state in
      if state.holds.removeValue(forKey: hold) != nil { state.spent = state.spent + spent }
    }
  }

  func reply(to digest: [UInt8]) -> SummaryReply? { state.withLock { $0.replies[digest] } }

  func keep(_ reply: SummaryReply, to digest: [UInt8]) { state.withLock { $0.replies[digest] = reply } }
}
