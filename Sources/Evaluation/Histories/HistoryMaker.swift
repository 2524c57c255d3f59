import Compaction
import EntryHeaders
import Summarization
import Tokenization
import TranscriptFormats
import Transcripts

/// Compacts one conversation by policies and by the baselines, and knows every text that a reader could find then.
///
/// The first texts of the index are those of the entries, in order.
struct HistoryMaker {
  let conversation: MeasuredConversation
  private(set) var index = TextIndex()
  private let tokenizer: any Tokenizer
  private let forms: ShortForms
  private let summarize: SummaryMaking
  private var planner = Planner()
  private var made: [FormKey: Form?] = [:]
  /// The tools of the calls in each text that is one of calls, in full or shortened.
  private var toolsOfText: [Int: [String]] = [:]

  private struct FormKey: Hashable {
    var position: Int32
    var rule: ShortFormRule
  }

  private struct Form {
    var text: Int
    var tokens: Int
  }

  init(
    _ conversation: MeasuredConversation, tokenizer: any Tokenizer, forms: ShortForms,
    summarize: @escaping SummaryMaking
  ) {
    self.conversation = conversation
    self.tokenizer = tokenizer
    self.forms = forms
    self.summarize = summarize
    for entry in conversation.entries { add(entry) }
  }

  @discardableResult
  private mutating func add(_ entry: MeasuredEntry) -> Int {
    let text = index.add(entry.text)
    if entry.draft.kind == .toolCalls { toolsOfText[text] = entry.draft.calls.map { $0.tool ?? "" } }
    return text
  }

  /// Whether a text that names an artifact says what was done to it: as a call does, or in words on one line.
  func says(_ step: ArtifactTrail.Step, in text: Int) -> Bool {
    if let tools = toolsOfText[text] { return tools.contains { Action(tool: $0) == step.action } }
    for line in index.texts[text].split(separator: 0x0A) {
      let line = String(decoding: line, as: UTF8.self)
      if step.action.isSaid(in: line), TextIndex([line]).texts(holding: step.artifact) == [0] { return true }
    }
    return false
  }

  /// The history of the first `end` entries as they are.
  func whole(before end: Int) -> CompactedHistory {
    let tokens = conversation.snapshot.headers[..<end].reduce(0) { $0 + Int($1.tokens) }
    return CompactedHistory(end: end, overlay: nil, tokens: tokens, texts: Array(0..<end))
  }

  /// The history of the first `end` entries once the policy was applied to the originals.
  mutating func compacted(by policy: Policy, before end: Int) async throws -> CompactedHistory {
    let snapshot = conversation.snapshot(before: end)
    var rules: [Int32: ShortFormRule] = [:]
    var summary: CompactedHistory.Summary?
    var next = planner.plan(PlanningInput(snapshot, policy))
    while true {
      switch next {
      case .unchanged, .cannotShrink:
        return whole(before: end)
      case .needsShortForms(let draft):
        for position in draft.positions { rules[position] = draft.rule }
        next = PlanningResult(draft.settle(tokens: draft.positions.map { form($0, draft.rule)?.tokens }))
      case .needsSummary(let draft):
        let made = try await summarize(
          SummaryCase(entries: conversation.entries[..<end], snapshot: snapshot, draft: draft))
        switch made {
        case .refused(let reason):
          var whole = whole(before: end)
          whole.refusal = reason
          return whole
        case .text(let text, let tokens):
          let covered = draft.covered.reduce(0) { sum, range in
            snapshot.headers[Int(range.first) - 1..<Int(range.last)].reduce(sum) { $0 + Int($1.tokens) }
          }
          summary = CompactedHistory.Summary(text: text, tokens: tokens, coveredTokens: covered)
          next = PlanningResult(draft.settle(summaryTokens: tokens))
        }
      case .settled(let plan):
        return history(of: snapshot, under: plan.overlay, rules: rules, summary: summary)
      }
    }
  }

  /// Whether a second look at the same conversation would change it once more.
  mutating func changesAgain(_ history: CompactedHistory, by policy: Policy) -> Bool {
    guard let overlay = history.overlay else { return false }
    var input = PlanningInput(conversation.snapshot(before: history.end), policy)
    input.previous = overlay
    input.revision = 2
    var next = planner.plan(input)
    while case .needsShortForms(let draft) = next {
      next = PlanningResult(draft.settle(tokens: draft.positions.map { form($0, draft.rule)?.tokens }))
    }
    switch next {
    case .unchanged, .cannotShrink: return false
    case .needsShortForms, .needsSummary, .settled: return true
    }
  }

  /// What a baseline keeps of the first `end` entries within so many tokens.
  func kept(by baseline: Baseline, before end: Int, budget: Int, seed: Int) -> CompactedHistory {
    let snapshot = conversation.snapshot(before: end)
    let overlay = baseline.overlay(of: snapshot, budget: budget, seed: seed)
    return CompactedHistory(
      end: end, overlay: overlay, tokens: Overlay.size(of: snapshot, under: overlay).tokens,
      texts: (0..<end).filter { overlay.disposition(of: Int32($0 + 1)) == .kept })
  }

  private mutating func history(
    of snapshot: Snapshot, under overlay: Overlay, rules: [Int32: ShortFormRule], summary: CompactedHistory.Summary?
  ) -> CompactedHistory {
    var texts: [Int] = []
    for header in snapshot.headers {
      switch overlay.disposition(of: header.position) {
      case .kept: texts.append(Int(header.position) - 1)
      case .replaced:
        if let rule = rules[header.position], let form = form(header.position, rule) { texts.append(form.text) }
      case .dropped, .covered: break
      }
    }
    if let summary, overlay.summary != nil { texts.append(index.add(summary.text)) }
    return CompactedHistory(
      end: snapshot.headers.count, overlay: overlay, tokens: Overlay.size(of: snapshot, under: overlay).tokens,
      texts: texts, summary: overlay.summary == nil ? nil : summary)
  }

  /// The short form of an entry, made once.
  private mutating func form(_ position: Int32, _ rule: ShortFormRule) -> Form? {
    let key = FormKey(position: position, rule: rule)
    if let known = made[key] { return known }
    let entry = conversation.entries[Int(position) - 1]
    let short = forms.form(of: entry.message, by: rule).flatMap { MeasuredEntry(message: $0, ordinal: entry.ordinal) }
    let form = short.map { Form(text: add($0), tokens: tokenizer.tokens(of: $0.draft)) }
    made[key] = .some(form)
    return form
  }
}

extension PlanningInput {
  /// A first look, a hundred years after the last entry: nobody is typing any more.
  fileprivate init(_ snapshot: Snapshot, _ policy: Policy) {
    let times = snapshot.headers.map(\.time).filter { $0 != EntryHeader.noTime }
    let lastAppend = times.max() ?? 0
    self.init(
      snapshot: snapshot, previous: nil, policy: policy, now: lastAppend.addingClamped(Self.century),
      lastAppend: lastAppend, revision: 1)
  }

  /// In microseconds.
  private static let century: Int64 = 100 * 31_557_600 * 1_000_000
}

extension Int64 {
  fileprivate func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
