import Compaction
import Tokenization

/// A request without a result yet, with what its result is judged by and the places that it is for.
struct PendingSummary: Sendable {
  var request: SummaryRequest
  var acceptance: SummaryAcceptance
  var places: [FoldTree.Place]
}

/// Puts requests together.
struct RequestBuilder: Sendable {
  let prompt: SummaryPrompt
  let limits: SummaryLimits
  let gates: SummaryGates
  /// The conversation's instructions as a block, or empty.
  let context: String
  let tokenizer: any Tokenizer
  let digest: @Sendable ([UInt8]) -> [UInt8]

  /// - Parameter instructions: Of the conversation, redacted.
  init(
    prompt: SummaryPrompt, limits: SummaryLimits, gates: SummaryGates, instructions: String?,
    tokenizer: any Tokenizer, digest: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) {
    self.prompt = prompt
    self.limits = limits
    self.gates = gates
    self.tokenizer = tokenizer
    self.digest = digest
    context = Self.context(instructions ?? "", limit: limits.instructionTokens, tokenizer: tokenizer)
  }

  private static func context(_ instructions: String, limit: Int, tokenizer: some Tokenizer) -> String {
    guard instructions.hasWords, limit > 0 else { return "" }
    let escaped = Delimiters.escaped(instructions, indent: "")
    let part = TextSplitter(tokenizer: tokenizer, limit: limit).prefix(of: escaped[...])
    let text = part.endIndex == escaped.endIndex ? escaped : part + "\n[the rest is left out]"
    return Delimiters.block("instructions", text) + "\n\n"
  }

  /// - Parameters:
  ///   - source: Blocks of what is to be summarised.
  ///   - isTranscript: Whether the source is one, and no summaries.
  func request(for source: String, isTranscript: Bool, at place: FoldTree.Place) -> PendingSummary {
    let script = ConversationScript(of: isTranscript ? Self.userText(in: source) : source)
    let system = prompt.system(atMost: limits.requestedTokens)
    let closing = prompt.closing(atMost: limits.requestedTokens, language: script?.language)
    let user = "\(context)\(source)\n\n\(closing)"
    var acceptance = SummaryAcceptance(
      system: system, user: user, source: source, sourceTokens: tokenizer.count(source),
      atMostTokens: limits.textTokens, gates: gates, form: prompt.form)
    acceptance.script = script
    return PendingSummary(request: request(system, user, attempt: 0), acceptance: acceptance, places: [place])
  }

  /// The request that follows a refused answer: the same, with the reason.
  func request(after refused: RefusedReply, to pending: PendingSummary) -> PendingSummary {
    var next = pending
    var tokens = limits.requestedTokens
    if RefusalReason.wantsLess(refused.refusal) { tokens = max(tokens * 7 / 10, 1) }
    let reason = RefusalReason.text(of: refused, atMost: tokens)
    next.request = request(
      pending.acceptance.system, pending.acceptance.user + "\n\n" + reason, attempt: pending.request.attempt)
    return next
  }

  private func request(_ system: String, _ user: String, attempt: Int) -> SummaryRequest {
    let isRecord = prompt.form == .record
    let maxTokens = isRecord ? limits.maxRecordTokens : limits.maxOutputTokens
    return SummaryRequest(
      system: system, user: user, maxTokens: maxTokens,
      inputTokens: tokenizer.count(system) + tokenizer.count(user) + 2 * ChatCost.message + ChatCost.primedReply,
      digest: digest(digestInput(system, user, maxTokens)), attempt: attempt,
      schema: isRecord ? SummaryRecord.schema : nil)
  }

  /// Each text with its length before it, so that no two requests have the same input. The schema is that of the
  /// prompt's name and version.
  private func digestInput(_ system: String, _ user: String, _ maxTokens: Int) -> [UInt8] {
    var input: [UInt8] = []
    for text in [prompt.id, String(maxTokens), system, user] {
      input += "\(text.utf8.count) ".utf8
      input += text.utf8
    }
    return input
  }

  /// What users say in a transcript: who writes tells its language, and not what tools return.
  private static func userText(in source: String) -> String {
    var text = ""
    var isUser = false
    for line in source.utf8.split(separator: 0x0A) {
      let line = Substring(line)
      if !line.hasPrefix(Delimiters.indent) { isUser = line.hasPrefix("User: ") }
      if isUser { text += line.dropFirst(line.hasPrefix("User: ") ? 6 : 0) }
    }
    return text
  }
}
