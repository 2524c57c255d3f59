import ChatCompletions
import Compaction
import Digests
import Jobs
import Storage
import Summarization
import Synchronization
import Tokenization
import Transcripts

/// The writing of one conversation's summary: reads what is covered, a page at a time, and asks the model, several
/// requests at a time where there are several.
final class SummaryWriting: Sendable {
  /// Requests of one conversation that are under way at a time; the model's client bounds those of all.
  private static let width = 4
  /// How often the source is cut anew into smaller chunks when the server finds a request too big.
  private static let recuts = 4

  let context: RunContext
  let item: Drafted
  let model: ModelClient
  private let meter: CallMeter
  private let source: SourceReader
  private let reused = Counter()
  /// Results that this writing has kept.
  private let kept = Counter()
  private let measured = Mutex(SummaryMeasures())

  init(context: RunContext, item: Drafted, model: ModelClient) {
    self.context = context
    self.item = item
    self.model = model
    source = SourceReader(item, in: context)
    meter = CallMeter(
      price: model.model.price, spend: context.spend, trust: context.trust, rate: context.rate, stop: context.stop,
      events: CallMeter.Events(
        onEnd: { attempt, outcome, cost in
          context.events.modelCall(attempt, outcome, cost: cost, job: context.job.name)
        },
        onWait: { context.events.waitsForModel($0) }, onMiscount: { context.events.modelCountsMore($0) }))
  }

  /// What the calls came to up to now.
  var use: ModelUse {
    let (use, cost) = meter.total
    var total = use
    total.cost = cost.decimal
    return total
  }

  var cost: Money { meter.total.cost }

  var reusedResults: Int { reused.value }

  /// What was measured of the last summary that a model wrote.
  var measures: SummaryMeasures { measured.withLock { $0 } }

  /// What the words around a summary cost its readers.
  var frameTokens: Int { context.frameTokens }

  func write() async throws -> SummaryOutcome {
    var limits = SummaryLimits(
      atMostTokens: max(1, item.draft.budgetTokens - frameTokens), replacedTokens: item.draft.replacedTokens,
      contextWindow: model.model.contextWindow)
    let prompt = try await self.prompt()
    var recuts = 0
    while true {
      do {
        let (outcome, sourceTokens) = try await write(with: prompt, within: limits)
        guard case .refused(let refusal) = outcome,
          let smaller = limits.smaller(after: refusal, sourceTokens: sourceTokens)
        else { return outcome }
        limits = smaller
      } catch let refused as RequestTooBig {
        guard case .tooBig(let limit, let requested) = refused.error.class, recuts < Self.recuts else {
          throw refused.error
        }
        recuts += 1
        limits.shrinkChunks(refusedAt: refused.tokens, limit: limit, requested: requested)
      }
    }
  }

  /// The server takes no request as large as this one.
  private struct RequestTooBig: Error {
    var error: ChatError
    /// Of the request's user message, by our count.
    var tokens: Int
  }

  // MARK: Prompt

  /// The draft's prompt, with the skill for conversations like this one.
  private func prompt() async throws -> SummaryPrompt {
    let draft = item.draft
    let prompt = try SummaryPrompt.named(draft.prompt, own: draft.ownPrompt)
    guard let rules = context.job.skills?.rules else { return prompt }
    let claimed = item.loaded.claimed
    let called = Set(item.loaded.snapshot.toolNames)
    for rule in rules {
      guard rule.fits(tenant: claimed.tenant, tools: called, hasMetadata: { _ in true }) else { continue }
      if !rule.metadata.isEmpty {
        let fields = Jobs.Selection(metadata: rule.metadata).metadataJSON?.text ?? "{}"
        let fits = try await context.reconnecting {
          try await self.context.archive.hasMetadata(fields, conversation: claimed.claim.conversation)
        }
        if !fits { continue }
      }
      return context.models.skills[rule.skill].map { prompt.guided(by: $0, named: rule.skill) } ?? prompt
    }
    return prompt
  }

  // MARK: Source

  private func write(with prompt: SummaryPrompt, within limits: SummaryLimits) async throws
    -> (outcome: SummaryOutcome, sourceTokens: Int)
  {
    let modelName = model.model.name
    let opening = try await source.opening(of: item.draft.covered)
    let behindSummaries = try await source.startsBehindSummaries()
    var task = SummaryTask(
      prompt: prompt, limits: limits, instructions: opening.instructions, gates: item.draft.gates,
      redactor: context.job.redactor, tokenizer: context.tokenizer,
      digest: { SHA256.digest(Array(modelName.utf8) + [0] + $0).bytes })
    return try await withThrowingTaskGroup(of: (SummaryRequest, SummaryReply).self) { group in
      var underWay = 0
      func advance(_ task: inout SummaryTask, downTo limit: Int) async throws {
        for request in task.next() {
          group.addTask { (request, try await self.answer(to: request)) }
          underWay += 1
        }
        while underWay > limit, let (request, reply) = try await group.next() {
          underWay -= 1
          task.receive(reply, for: request.digest)
          for request in task.next() {
            group.addTask { (request, try await self.answer(to: request)) }
            underWay += 1
          }
        }
      }
      var page = opening.page
      for range in item.draft.covered {
        var first = range.first
        while first <= range.last {
          if page.isEmpty { page = try await source.page(from: first, through: range.last) }
          guard let last = page.last?.position else { break }
          for entry in page {
            var source = entry.source
            source.followsSummary = behindSummaries.contains(entry.position)
            task.add(source)
            try await advance(&task, downTo: Self.width)
          }
          (page, first) = ([], last + 1)
        }
      }
      task.finish()
      try await advance(&task, downTo: 0)
      measured.withLock { $0 = SummaryMeasures(task, prompt: prompt) }
      return (task.outcome ?? .refused(.unfinished), task.sourceTokens)
    }
  }

  // MARK: Answers

  /// The kept result of the request where there is one, and the model's answer otherwise, which is kept at once.
  private func answer(to request: SummaryRequest) async throws -> SummaryReply {
    let conversation = item.loaded.claimed.claim.conversation
    if item.loaded.hasResults || kept.value > 0 {
      let kept = try await context.reconnecting {
        try await self.context.archive.modelResults(of: conversation, digests: [request.digest])
      }
      if let kept = kept.first {
        reused.add(1)
        meter.named(model: kept.model, provider: ModelClient.provider(servedModel: kept.model))
        return SummaryReply(text: kept.text, finishReason: kept.finishReason)
      }
    }
    // Nobody would take the answer: another worker has the conversation now.
    guard context.held.contains(item.loaded.claimed.claim), !context.stop.isRequested else {
      throw ChatError(.cancelled)
    }
    let bound = InputBound(of: request, by: context.tokenizer, in: context.job)
    let (text, reply): (String, ChatReply)
    do {
      (text, reply) = try await SummarySession(model: model, observer: meter.request(bound)).answer(to: request)
    } catch let error as ChatError {
      guard case .tooBig = error.class else { throw error }
      throw RequestTooBig(error: error, tokens: context.tokenizer.count(request.user))
    }
    meter.named(model: reply.model, provider: ModelClient.provider(servedModel: reply.model))
    // A model can make a secret up, or guess it from what is left: not even the kept result holds one.
    let answer = SummaryReply(context.job.redactor.redacted(text).text, of: reply)
    try await keep(answer, reply, for: request)
    return answer
  }

  private func keep(_ answer: SummaryReply, _ reply: ChatReply, for request: SummaryRequest) async throws {
    // What was no text cannot be told from a text when it is read again.
    guard answer.toolCalls == 0, answer.refusal == nil, !answer.text.isEmpty else { return }
    let usage = reply.usage
    let price = model.model.price
    let result = ModelResult(
      digest: request.digest, model: reply.model ?? model.model.name, prompt: item.draft.prompt, text: answer.text,
      finishReason: answer.finishReason, inputTokens: usage?.input ?? 0, cachedTokens: usage?.cachedInput ?? 0,
      outputTokens: usage?.output ?? 0,
      cost: price.cost(
        input: usage?.input ?? 0, cached: usage?.cachedInput ?? 0, output: usage?.output ?? 0
      ).decimal)
    let claimed = item.loaded.claimed
    try await context.reconnecting {
      try await self.context.archive.keep(
        result, of: claimed.claim.conversation, tenant: claimed.tenant, run: self.context.committing.run)
    }
    kept.add(1)
  }
}

extension SummaryReply {
  init(_ text: String, of reply: ChatReply) {
    let reason: String =
      switch reply.finish {
      case .stop, .refusal: "stop"
      case .length: "length"
      case .toolCalls: "tool_calls"
      case .contentFilter: "content_filter"
      }
    self.init(
      text: text, finishReason: reason, isComplete: true, toolCalls: reply.content.toolCalls.count,
      hasReasoning: !reply.content.reasoning.isEmpty,
      refusal: reply.finish == .refusal ? reply.content.refusal ?? "refused" : reply.content.refusal)
  }
}
