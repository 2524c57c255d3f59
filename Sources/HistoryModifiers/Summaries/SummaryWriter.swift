import Compaction
import LanguageModels
import Summarization
import Tokenization
import Transcripts

/// Has a model write the summary that a draft asks for: renders what is covered, cuts it into chunks, and asks, each
/// request in a session of its own.
struct SummaryWriter: Sendable {
  /// Requests that are under way at a time.
  private static let width = 4
  /// How often the source is cut anew into smaller chunks when the model finds a request too big.
  private static let recuts = 4
  /// Of a model that does not say how much it takes.
  private static let usualContext = 32_000

  let model: any LanguageModel
  let prompt: SummaryPrompt
  let postamble: String?
  let executors: LanguageModelExecutorCache
  let tokenizer: any Tokenizer

  /// What writing came to.
  struct Result: Sendable {
    var outcome: SummaryOutcome
    /// Accepted replies, by the digests of their requests.
    var replies: [[UInt8]: SummaryReply]
    var usage = LanguageModelUsage()
  }

  /// What the words around a summary cost the history.
  var frameTokens: Int { SummaryFrame.tokens(by: tokenizer) + (postamble.map { tokenizer.count($0) } ?? 0) }

  /// - Parameter replies: Those of earlier summaries, which are not asked for again.
  func write(_ draft: Draft, of history: SessionHistory, reusing replies: [[UInt8]: SummaryReply]) async throws
    -> Result
  {
    var limits = SummaryLimits(
      atMostTokens: max(1, draft.budgetTokens - frameTokens), replacedTokens: draft.replacedTokens,
      contextWindow: model.contextSize ?? Self.usualContext)
    var result = Result(outcome: .refused(.unfinished), replies: replies)
    for recut in 0... {
      do {
        result.outcome = try await write(draft, of: history, within: limits, &result)
        break
      } catch let refused as RequestTooBig {
        guard recut < Self.recuts else { throw refused.error }
        limits.shrinkChunks(refusedAt: refused.tokens, limit: refused.limit, requested: refused.requested)
      }
    }
    return result
  }

  /// The model takes no request as large as this one.
  private struct RequestTooBig: Error {
    var error: LanguageModelError
    var limit: Int
    var requested: Int
    /// Of the request's user message, by our count.
    var tokens: Int
  }

  private func write(
    _ draft: Draft, of history: SessionHistory, within limits: SummaryLimits, _ result: inout Result
  ) async throws -> SummaryOutcome {
    // Whole requests are their own digests: they live as long as the session, and none is taken for another.
    var task = SummaryTask(
      prompt: prompt, limits: limits, instructions: history.instructions.map { $0.plainText }, tokenizer: tokenizer,
      digest: { $0 })
    try add(draft, of: history, to: &task)
    return try await withThrowingTaskGroup(of: (SummaryRequest, Answer).self) { group in
      var underWay = 0
      while true {
        for request in task.next() {
          if request.attempt == 1, let reply = result.replies[request.digest] {
            task.receive(reply, for: request.digest)
            continue
          }
          if underWay == Self.width { try await take(from: &group, &underWay, &task, &result) }
          group.addTask { (request, try await answer(to: request)) }
          underWay += 1
        }
        if let outcome = task.outcome { return outcome }
        if underWay == 0, task.pendingCount == 0 { return .refused(.unfinished) }
        try await take(from: &group, &underWay, &task, &result)
      }
    }
  }

  private func take(
    from group: inout ThrowingTaskGroup<(SummaryRequest, Answer), any Error>, _ underWay: inout Int,
    _ task: inout SummaryTask, _ result: inout Result
  ) async throws {
    guard let (request, answer) = try await group.next() else { return }
    underWay -= 1
    result.usage += answer.usage
    if task.receive(answer.reply, for: request.digest) == .accepted { result.replies[request.digest] = answer.reply }
  }

  private func add(_ draft: Draft, of history: SessionHistory, to task: inout SummaryTask) throws {
    let snapshot = history.snapshot
    let starts = snapshot.chunkStarts
    var ranges = draft.covered[...]
    for (index, header) in snapshot.headers.enumerated() {
      while let range = ranges.first, range.last < header.position { ranges.removeFirst() }
      guard let range = ranges.first, range.contains(header.position) else { continue }
      task.add(
        SourceEntry(
          kind: header.kind, message: try history.chat(ofHeader: index),
          mayBeginChunk: starts.contains(header.position)))
    }
    task.finish()
  }
}

// Asking.
extension SummaryWriter {
  struct Answer: Sendable {
    var reply: SummaryReply
    var usage = LanguageModelUsage()

    init(reply: SummaryReply, usage: LanguageModelUsage) {
      self.reply = reply
      self.usage = usage
    }

    init(of session: LanguageModelSession, maximumTokens: Int) {
      usage = session.usage
      reply = SummaryReply(session.transcript.entries, usage, maximumTokens: maximumTokens)
    }
  }

  func answer(to request: SummaryRequest) async throws -> Answer {
    let session = LanguageModelSession(
      model: model, instructions: request.system, executors: executors, maximumToolRounds: 0)
    // An answer that does not follow its schema is a text like any other, and judged as one.
    session.transcriptErrorHandlingPolicy = .preserveTranscript
    do {
      try await ask(request, in: session)
      return Answer(of: session, maximumTokens: request.maxTokens)
    } catch LanguageModelSession.Error.decodingFailure {
      return Answer(of: session, maximumTokens: request.maxTokens)
    } catch let error as LanguageModelError {
      switch error {
      case .refusal: return Answer(reply: SummaryReply(text: "", refusal: "refused"), usage: session.usage)
      case .guardrailViolation:
        return Answer(reply: SummaryReply(text: "", finishReason: "content_filter"), usage: session.usage)
      case .contextSizeExceeded(let exceeded):
        throw RequestTooBig(
          error: error, limit: exceeded.contextSize, requested: exceeded.tokenCount,
          tokens: tokenizer.count(request.user))
      default: throw error
      }
    } catch LanguageModelSession.Error.tooManyToolRounds {
      return Answer(reply: SummaryReply(text: "", toolCalls: 1), usage: session.usage)
    }
  }
}

extension SummaryWriter {
  /// As text, or under the request's schema where the model follows schemas.
  private func ask(_ request: SummaryRequest, in session: LanguageModelSession) async throws {
    let options = GenerationOptions(maximumResponseTokens: request.maxTokens)
    if let schema = request.schema, model.capabilities.contains(.guidedGeneration) {
      try await session.respond(to: request.user, schema: schema, options: options)
    } else {
      try await session.respond(to: request.user, options: options)
    }
  }
}

extension SummaryReply {
  /// - Parameter maximumTokens: A model that says nothing of why it stopped, and wrote as much as it was allowed, was cut
  ///   off.
  init(_ entries: [Transcript.Entry], _ usage: LanguageModelUsage, maximumTokens: Int) {
    let responses = entries.filter { $0.kind == .response }
    let finishReason = responses.last?.json["metadata"]?["finish_reason"]?.string
    let isFull = usage.output.totalTokenCount - usage.output.reasoningTokenCount >= maximumTokens
    self.init(
      text: responses.map(\.answerText).joined(), finishReason: finishReason ?? (isFull ? "length" : nil),
      toolCalls: entries.count { $0.kind == .toolCalls }, hasReasoning: entries.contains { $0.kind == .reasoning })
  }
}

extension Transcript.Entry {
  /// The text of the text segments.
  /// What a response says, with the JSON of its structure.
  fileprivate var answerText: String {
    segments.map { segment in
      switch segment {
      case .text(let text): text.text
      case .structure(let structure): structure.content.text
      case .attachment: ""
      }
    }.joined()
  }

  fileprivate var plainText: String {
    segments.compactMap { segment in
      if case .text(let text) = segment { text.text } else { nil }
    }.joined(separator: "\n")
  }
}
