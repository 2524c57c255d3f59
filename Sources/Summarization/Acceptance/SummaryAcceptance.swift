public import Compaction
public import Tokenization

/// Whether a reply may stand for what it summarises. It fails closed: what cannot be told from a bad summary is one.
public struct SummaryAcceptance: Sendable {
  /// The messages that were sent.
  public var system: String
  /// See ``system``.
  public var user: String
  /// The part of ``user`` that is to be summarised, without the prompt around it.
  public var source: String
  /// Of ``source``.
  public var sourceTokens: Int
  /// The tokens that the summary may have.
  public var atMostTokens: Int
  /// How many tokens fewer than the source the summary must have; at least 1.
  public var minimumGain: Int
  /// What is measured, and what must hold.
  public var gates: SummaryGates
  /// What the answer is.
  public var form: SummaryPrompt.Form
  /// The script that the user writes in, where that is known.
  var script: ConversationScript?

  /// What a reply is judged by.
  public init(
    system: String, user: String, source: String, sourceTokens: Int, atMostTokens: Int, minimumGain: Int = 1,
    gates: SummaryGates = .off, form: SummaryPrompt.Form = .text
  ) {
    self.system = system
    self.user = user
    self.source = source
    self.sourceTokens = sourceTokens
    self.atMostTokens = atMostTokens
    self.minimumGain = max(minimumGain, 1)
    self.gates = gates
    self.form = form
  }

  /// The text of the summary without harmless wrapping, or why there is none.
  public func accept(_ reply: SummaryReply, tokenizer: some Tokenizer) throws(SummaryRefusal) -> String {
    do throws(RefusedReply) {
      return try judge(reply, tokenizer: tokenizer).text
    } catch {
      throw error.refusal
    }
  }

  /// The summary with what the gates measured, or why there is none.
  func judge(_ reply: SummaryReply, tokenizer: some Tokenizer) throws(RefusedReply) -> AcceptedSummary {
    let text: String
    do throws(SummaryRefusal) {
      text = try checked(reply, tokenizer)
    } catch {
      throw RefusedReply(refusal: error)
    }
    return try measured(text)
  }

  private func checked(_ reply: SummaryReply, _ tokenizer: some Tokenizer) throws(SummaryRefusal) -> String {
    try checkEnd(of: reply)
    let written = Wrapping.strip(reply.text)
    guard written.hasWords else { throw reply.hasReasoning ? .reasoningOnly : .blank }
    if ProtocolText.stands(in: written, source: source) { throw .protocolText }
    if DeclinedText.matches(written) { throw .declined }
    if CallText.matches(written) { throw .toolCall }
    if PlaceholderText.matches(written) { throw .placeholder }
    let (text, tokens) = formed(written, tokenizer)
    guard text.hasWords else { throw .blank }
    if PlaceholderText.matches(text) || (tokens < 5 && sourceTokens > 100) { throw .placeholder }
    if EchoedText.matches(text, system: system, user: user, source: source) { throw .echo }
    if tokens > atMostTokens { throw .overLimit }
    if sourceTokens - tokens < minimumGain { throw .notSmaller }
    if let script, !script.isUsed(in: text) { throw .wrongLanguage }
    return text
  }

  /// The text of a record, without what is too much of it; any other text as it is.
  private func formed(_ written: String, _ tokenizer: some Tokenizer) -> (text: String, tokens: Int) {
    guard form == .record, var record = SummaryRecord(reading: written) else {
      return (written, tokenizer.count(written))
    }
    var text = record.text
    var tokens = tokenizer.count(text)
    // What goes is measured as lost. Twice the length is no record of a conversation, and refused.
    if tokens <= atMostTokens * 2 {
      while tokens > atMostTokens, record.shorten() {
        text = record.text
        tokens = tokenizer.count(text)
      }
    }
    return (text, tokens)
  }

  private func measured(_ text: String) throws(RefusedReply) -> AcceptedSummary {
    let scan = TextScan(text, findsNames: true)
    let facts = SourceFacts(source, keepsLedger: gates.retention != .off)
    var figures = SummaryFigures()
    let grounding = Grounding(of: text, scan, in: facts.index, source: source)
    if grounding.isInvention { throw RefusedReply(refusal: .invented) }
    if gates.grounding != .off {
      figures.grounding = grounding.share
      figures.inventedItems = grounding.invented.count
      if case .require(let share) = gates.grounding, grounding.share < share {
        throw RefusedReply(refusal: .ungrounded, items: grounding.invented, figures: figures)
      }
    }
    guard gates.retention != .off else { return AcceptedSummary(text: text, figures: figures) }
    if let retention = Retention(of: facts.ledger, in: scan.index, tokens: atMostTokens) {
      figures.add(retention)
      if case .require(let share) = gates.retention, retention.share < share {
        throw RefusedReply(refusal: .factsLost, items: retention.missing, figures: figures)
      }
    }
    return AcceptedSummary(text: text, figures: figures, ledger: facts.ledger)
  }

  private func checkEnd(of reply: SummaryReply) throws(SummaryRefusal) {
    if reply.toolCalls > 0 { throw .toolCall }
    if let refusal = reply.refusal, !refusal.isEmpty { throw .declined }
    switch reply.finishReason {
    case "stop", nil: if !reply.isComplete { throw .unfinished }
    case "length": throw .truncated
    case "content_filter": throw .contentFilter
    case "tool_calls", "function_call": throw .toolCall
    default: throw .unfinished
    }
  }
}

extension SummaryFigures {
  mutating func add(_ retention: Retention) {
    self.retention = retention.share
    facts = retention.facts
    keptFacts = retention.kept
  }
}

extension String {
  /// Whether there is a letter or a digit.
  var hasWords: Bool {
    unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
  }
}
