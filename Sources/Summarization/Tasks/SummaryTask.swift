public import Compaction
public import Tokenization
import Transcripts

/// The making of one summary, as a value that is driven from outside: entries go in, requests come out, replies go
/// in, and in the end there is an outcome. It holds the text of requests only while they wait for their replies.
///
///     for entry in covered {
///       task.add(entry)
///       send(task.next())           // and wait where too many are under way: task.pendingCount
///     }
///     task.finish()
///     while task.outcome == nil { send(task.next()); task.receive(reply, for: digest) }
///
/// A source that fits one request is summarised by it. A longer one is cut into chunks, whose summaries are merged
/// run by run until one is left. Chunks and runs are taken from the start, so that a longer conversation asks for the
/// same again but for its end: results kept under their digests are not bought twice.
public struct SummaryTask: Sendable {
  private let limits: SummaryLimits
  private let builder: RequestBuilder
  private var renderer: EntryRenderer
  private var chunker: Chunker<AnyTokenizer>
  private var tree: FoldTree
  /// The previous summary as a block for the first request, or empty.
  private var previous: String
  private let redactor: Redactor
  private var chunkCount = 0
  /// The facts of the chunks whose summaries were accepted.
  private var ledger = FactLedger()
  private var leastGrounding: Double?
  private var redactedElsewhere = RedactionCounts()
  private var pending: [[UInt8]: PendingSummary] = [:]
  private var unsent: [[UInt8]] = []
  private var refusal: SummaryRefusal?
  private var result: SummaryOutcome?

  /// - Parameters:
  ///   - prompt: What the summary should be like.
  ///   - limits: What it and its requests keep to.
  ///   - instructions: The conversation's instructions, shown as context.
  ///   - previous: An earlier summary that the new one takes the place of, where the originals are not summarised anew.
  ///   - gates: What is measured of summaries, and what must hold.
  ///   - redactor: What goes out of the text before a model sees it, and out of what it wrote.
  ///   - tokenizer: Counts what the limits are about.
  ///   - digest: SHA-256 or the like. It should also take in which model is asked.
  public init(
    prompt: SummaryPrompt, limits: SummaryLimits, instructions: String? = nil, previous: String? = nil,
    gates: SummaryGates = .off, redactor: Redactor = .none, tokenizer: any Tokenizer,
    digest: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) {
    self.limits = limits
    self.redactor = redactor
    let instructions = instructions.map { redactor.redacted($0) }
    let previous = previous.map { redactor.redacted($0) }
    redactedElsewhere += instructions?.counts ?? RedactionCounts()
    redactedElsewhere += previous?.counts ?? RedactionCounts()
    builder = RequestBuilder(
      prompt: prompt, limits: limits, gates: gates, instructions: instructions?.text, tokenizer: tokenizer,
      digest: digest)
    renderer = EntryRenderer(attachments: AttachmentLabels(digest: digest), redactor: redactor)
    self.previous =
      previous.map { Delimiters.block("summary", Delimiters.escaped($0.text, indent: "")) + "\n\n" } ?? ""
    chunker = Chunker(
      tokenizer: AnyTokenizer(tokenizer), limit: limits.chunkTokens,
      reservedInFirst: previous == nil ? 0 : tokenizer.count(self.previous),
      leastBehindSummary: limits.leastBehindSummary)
    tree = FoldTree(fanIn: limits.fanIn)
  }

  /// Takes the next entry that is to be covered, in order of position.
  public mutating func add(_ entry: SourceEntry) {
    let texts = renderer.render(entry)
    let chunks = chunker.add(texts, mayBeginChunk: entry.mayBeginChunk, followsSummary: entry.followsSummary)
    for chunk in chunks { place(chunk, isLast: false) }
  }

  /// Says that no entry follows.
  public mutating func finish() {
    let chunks = chunker.finish()
    for (index, chunk) in chunks.enumerated() { place(chunk, isLast: index == chunks.count - 1) }
    if chunkCount == 0 { refusal = .blank }
    merge(tree.close())
    settle()
  }

  /// The requests that became due since the last call; all of them may be under way at the same time.
  public mutating func next() -> [SummaryRequest] {
    defer { unsent = [] }
    return unsent.compactMap { digest in
      pending[digest]?.request.attempt += 1
      return pending[digest]?.request
    }
  }

  /// Of the source, as it is rendered.
  public private(set) var sourceTokens = 0

  /// What the gates measured, of the whole once there is an outcome.
  public private(set) var figures = SummaryFigures()

  /// What was redacted from the source up to now.
  public var redactionsInSource: RedactionCounts {
    var counts = redactedElsewhere
    counts += renderer.redactions
    return counts
  }

  /// What was redacted from the summaries that were accepted.
  public private(set) var redactionsInSummaries = RedactionCounts()

  /// Requests that wait for a result, sent or not.
  public var pendingCount: Int { pending.count }

  /// Takes the result of a request and says what became of it; results of requests that are not pending change
  /// nothing.
  @discardableResult
  public mutating func receive(_ reply: SummaryReply, for digest: [UInt8]) -> SummaryVerdict {
    guard let summary = pending[digest] else { return .notAsked }
    do throws(RefusedReply) {
      let accepted = try summary.acceptance.judge(reply, tokenizer: builder.tokenizer)
      pending[digest] = nil
      // What no model may have seen, one may have made up.
      let (text, counts) = redactor.redacted(accepted.text)
      redactionsInSummaries += counts
      take(accepted, of: summary)
      for place in summary.places { merge(tree.set(.summary(text), at: place)) }
      settle()
      return .accepted
    } catch {
      if let measured = error.figures { figures = measured }
      if summary.request.attempt < limits.attempts {
        pending[digest] = nil
        ask(builder.request(after: error, to: summary))
        return .refused(error.refusal, isFinal: false)
      }
      refusal = error.refusal
      settle()
      return .refused(error.refusal, isFinal: true)
    }
  }

  private mutating func take(_ accepted: AcceptedSummary, of summary: PendingSummary) {
    if summary.places.contains(where: { $0.level == 0 }) { ledger.add(accepted.ledger) }
    if let grounding = accepted.figures.grounding { leastGrounding = min(leastGrounding ?? 1, grounding) }
    figures = accepted.figures
    figures.grounding = leastGrounding
  }

  /// What the task came to; `nil` while requests are pending or entries may follow.
  public var outcome: SummaryOutcome? { result }

  private mutating func place(_ chunk: Chunk, isLast: Bool) {
    let place = tree.addLeaf()
    let isAlone = chunkCount == 0 && isLast
    let source = previous + Delimiters.block("transcript", chunk.text)
    let isShort = previous.isEmpty && chunk.tokens * 2 <= limits.textTokens
    chunkCount += 1
    sourceTokens += chunk.tokens
    previous = ""
    if isShort && !isAlone {
      if builder.gates.retention != .off { ledger.add(SourceFacts(source).ledger) }
      merge(tree.set(.verbatim(source), at: place))
    } else {
      ask(builder.request(for: source, isTranscript: true, at: place))
    }
  }

  private mutating func merge(_ runs: [(place: FoldTree.Place, parts: [FoldTree.Part])]) {
    for run in runs {
      let blocks = run.parts.enumerated().map { index, part in
        switch part {
        case .summary(let text):
          Delimiters.block("summary", Delimiters.escaped(text, indent: ""), attributes: " part=\"\(index + 1)\"")
        case .verbatim(let block): block
        }
      }
      ask(builder.request(for: blocks.joined(separator: "\n\n"), isTranscript: false, at: run.place))
    }
  }

  private mutating func ask(_ summary: PendingSummary) {
    let digest = summary.request.digest
    if pending[digest] != nil {
      pending[digest]!.places += summary.places
    } else {
      pending[digest] = summary
      unsent.append(digest)
    }
  }

  private mutating func settle() {
    guard result == nil else { return }
    if let refusal {
      result = .refused(refusal)
      pending = [:]
    } else if case .summary(let text)? = tree.root {
      let tokens = builder.tokenizer.count(text) + ChatCost.message
      let isSmaller = tokens <= limits.atMostTokens && limits.replacedTokens - tokens >= limits.minimumGain
      if !isSmaller {
        result = .refused(.notSmaller)
      } else if keepsFacts(text) {
        result = .accepted(text: text, tokens: tokens)
      } else {
        result = .refused(.factsLost)
      }
    }
  }

  /// Whether the summary of several parts kept enough of the facts of the whole: a part's own share says little of it.
  private mutating func keepsFacts(_ text: String) -> Bool {
    guard chunkCount > 1, let share = builder.gates.retention.share,
      let retention = Retention(of: ledger, in: TextScan(text).index, tokens: limits.textTokens)
    else { return true }
    figures.add(retention)
    if case .require = builder.gates.retention { return retention.share >= share }
    return true
  }
}
