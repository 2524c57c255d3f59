import ChatCompletions
import Compaction
import Digests
import Jobs
import Storage
import Summarization
import Tokenization
import Transcripts

/// The writing of one conversation's summary: reads what is covered, a page at a time, and asks the model, several
/// requests at a time where there are several.
final class SummaryWriting: Sendable {
  /// Requests of one conversation that are under way at a time; the model's client bounds those of all.
  private static let width = 4
  private static let pageRows = 500
  /// How often the source is cut anew into smaller chunks when the server finds a request too big.
  private static let recuts = 4

  let context: RunContext
  let item: Drafted
  let model: ModelClient
  private let meter: CallMeter
  private let starts: Set<Int32>
  private let reused = Counter()

  init(context: RunContext, item: Drafted, model: ModelClient) {
    self.context = context
    self.item = item
    self.model = model
    starts = item.chunkStarts
    meter = CallMeter(
      price: model.model.price, spend: context.spend, rate: context.rate, stop: context.stop,
      onEnd: { attempt, outcome, cost in
        context.events.modelCall(attempt, outcome, cost: cost, job: context.job.name)
      },
      onWait: { context.events.waitsForModel($0) })
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

  /// What the words around a summary cost its readers.
  var frameTokens: Int { SummaryFrame.tokens(by: EstimatingTokenizer()) }

  func write() async throws -> SummaryOutcome {
    var limits = SummaryLimits(
      atMostTokens: max(1, item.draft.budgetTokens - frameTokens), replacedTokens: item.draft.replacedTokens,
      contextWindow: model.model.contextWindow)
    var recuts = 0
    while true {
      do {
        return try await write(within: limits)
      } catch let refused as RequestTooBig {
        guard case .tooBig(let limit, let requested) = refused.error.class, recuts < Self.recuts else {
          throw refused.error
        }
        recuts += 1
        // The server's own numbers say how far off the estimate was.
        var share = 0.5
        if let limit, let requested, requested > 0 { share = min(0.5, Double(limit) / Double(requested) * 0.8) }
        limits.chunkTokens = max(256, Int(Double(min(limits.chunkTokens, refused.tokens)) * share))
      }
    }
  }

  /// The server takes no request as large as this one.
  private struct RequestTooBig: Error {
    var error: ChatError
    /// Of the request's user message, by our count.
    var tokens: Int
  }

  // MARK: Source

  private func write(within limits: SummaryLimits) async throws -> SummaryOutcome {
    let modelName = model.model.name
    var task = SummaryTask(
      prompt: try SummaryPrompt.named(item.draft.prompt), limits: limits, instructions: try await instructions(),
      tokenizer: context.tokenizer, digest: { SHA256.digest(Array(modelName.utf8) + [0] + $0).bytes })
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
      for range in item.draft.covered {
        var first = range.first
        while first <= range.last {
          let page = try await page(from: first, through: range.last)
          guard let last = page.last?.position else { break }
          for entry in page {
            task.add(entry.source)
            try await advance(&task, downTo: Self.width)
          }
          first = last + 1
        }
      }
      task.finish()
      try await advance(&task, downTo: 0)
      return task.outcome ?? .refused(.unfinished)
    }
  }

  private func page(from first: Int32, through last: Int32) async throws -> [(position: Int32, source: SourceEntry)] {
    let span = EntrySpan(conversation: item.loaded.claimed.claim.conversation, first: first, last: last)
    let entries = try await entries(in: span)
    var messages = MessageReader()
    if let part = entries.first, part.part > 0, part.chat == nil {
      // The page begins within a message, whose text stands on its first part.
      let head = EntrySpan(
        conversation: span.conversation, first: part.position - Int32(part.part), last: part.position - 1)
      for entry in try await self.entries(in: head) { _ = try messages.message(of: entry) }
    }
    return try entries.map { entry in
      let source = SourceEntry(
        kind: entry.kind, message: try messages.message(of: entry), mayBeginChunk: starts.contains(entry.position))
      return (entry.position, source)
    }
  }

  private func entries(in span: EntrySpan) async throws -> [StoredEntry] {
    try await context.reconnecting {
      var entries: [StoredEntry] = []
      try await context.archive.forEachEntry(in: [span], limit: Self.pageRows) { entries.append($0) }
      return entries
    }
  }

  /// The texts of the conversation's instructions, which tell the model what the conversation is about.
  private func instructions() async throws -> String? {
    let headers = item.loaded.snapshot.headers.prefix(8).filter { $0.kind == .instructions }
    guard let first = headers.first, let last = headers.last else { return nil }
    let page = try await page(from: first.position, through: last.position)
    let texts = page.filter { $0.source.kind == .instructions }.compactMap { $0.source.message["content"]?.string }
    return texts.isEmpty ? nil : texts.joined(separator: "\n\n")
  }

  // MARK: Answers

  /// The kept result of the request where there is one, and the model's answer otherwise, which is kept at once.
  private func answer(to request: SummaryRequest) async throws -> SummaryReply {
    let conversation = item.loaded.claimed.claim.conversation
    if request.attempt == 1 {
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
    let reply: ChatReply
    do throws(ChatError) {
      reply = try await model.client.complete(
        ChatRequest(
          model: model.model.name, system: request.system, user: request.user, maximumOutputTokens: request.maxTokens,
          temperature: model.model.temperature),
        deadlines: model.deadlines, observer: meter)
    } catch {
      guard case .tooBig = error.class else { throw error }
      throw RequestTooBig(error: error, tokens: context.tokenizer.count(request.user))
    }
    meter.named(model: reply.model, provider: ModelClient.provider(servedModel: reply.model))
    let answer = SummaryReply(reply)
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
  }
}

extension Drafted {
  /// The positions at which a chunk may begin: no group and no message has entries on both sides.
  fileprivate var chunkStarts: Set<Int32> {
    let rules = CutPoints(of: loaded.snapshot).rules
    var starts: Set<Int32> = []
    for (index, header) in loaded.snapshot.headers.enumerated()
    where rules[index].isSuperset(of: [.toolPairing, .messageIntegrity]) {
      starts.insert(header.position)
    }
    return starts
  }
}

extension SummaryReply {
  fileprivate init(_ reply: ChatReply) {
    let reason: String =
      switch reply.finish {
      case .stop, .refusal: "stop"
      case .length: "length"
      case .toolCalls: "tool_calls"
      case .contentFilter: "content_filter"
      }
    self.init(
      text: reply.text, finishReason: reason, isComplete: true, toolCalls: reply.content.toolCalls.count,
      hasReasoning: !reply.content.reasoning.isEmpty,
      refusal: reply.finish == .refusal ? reply.content.refusal ?? "refused" : reply.content.refusal)
  }
}
