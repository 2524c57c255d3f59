import Compaction
import EntryHeaders
import Summarization
import Tokenization
import TranscriptFormats
import Transcripts

/// Runs the steps of a chain over a history, each as a worker runs a policy over a stored conversation: the plan of one
/// is the previous revision of the next.
struct OverlayMaker {
  /// A summary for a draft.
  struct Written: Sendable {
    var text: String
    /// What it costs the history, with the words around it.
    var tokens: Int
  }

  /// Writes the summary that a draft asks for; `nil` where none was accepted.
  typealias Summarize = (Draft, HistoryStep, inout OverlayState) async throws -> Written?

  private var planner = Planner()
  private let summarize: Summarize

  init(summarize: @escaping Summarize) { self.summarize = summarize }

  /// Runs one step.
  mutating func run(_ step: HistoryStep, on state: inout OverlayState) async throws {
    if step.summarizes, state.history.snapshot.headers.count < state.summarizesFrom { return }
    var result = plan(step, state)
    var forms = state.forms
    var written: Written?
    while true {
      switch result {
      case .unchanged:
        return
      case .cannotShrink:
        if written != nil { rest(&state) }
        return
      case .needsShortForms(let draft):
        result = PlanningResult(draft.settle(tokens: try shorten(draft, state.history, &forms)))
      case .needsSummary(let draft):
        written = try await summarize(draft, step, &state)
        guard let written else { return rest(&state) }
        result = PlanningResult(draft.settle(summaryTokens: written.tokens))
      case .settled(let plan):
        // It always holds: a guard against a mistake in planning.
        guard plan.isNoWorse(in: .strictAlternation) else { return }
        return take(plan, written, forms, &state)
      }
    }
  }

  /// The step's policy decides. Where it fits its summary to the history, the size is halved until there is enough to
  /// gain by it.
  private mutating func plan(_ step: HistoryStep, _ state: OverlayState) -> PlanningResult {
    var policy = step.policy
    while true {
      let result = planner.plan(
        PlanningInput(
          snapshot: state.history.snapshot, previous: state.overlay, policy: policy, now: .max, lastAppend: 0,
          revision: state.revision + 1))
      guard step.fitsSummary, case .cannotShrink = result, policy.halveSummary() else { return result }
    }
  }

  private func rest(_ state: inout OverlayState) {
    state.summarizesFrom = NextLook.grown(from: state.history.snapshot.headers.count)
  }

  private func take(_ plan: Plan, _ written: Written?, _ forms: [Int32: JSON], _ state: inout OverlayState) {
    state.overlay = plan.overlay
    state.revision += 1
    let positions = Set(plan.overlay.shortForms.map(\.position))
    state.forms = forms.filter { positions.contains($0.key) }
    guard let written else { return }
    state.summary = written.text
    state.summaryRevision = state.revision
    let count = state.history.snapshot.headers.count
    state.summarizesFrom = plan.nextLook.afterSummary(of: count).entries ?? 0
  }

  /// Makes the short forms that a plan waits for, and counts them.
  private func shorten(
    _ draft: ShortFormDraft, _ history: SessionHistory, _ forms: inout [Int32: JSON]
  ) throws -> [Int?] {
    let shortForms = ShortForms(digest: { $0 })
    let headers = history.snapshot.headers
    var index = 0
    return try draft.positions.map { position in
      while headers[index].position < position { index += 1 }
      guard let form = shortForms.form(of: try history.chat(ofHeader: index), by: draft.rule) else { return nil }
      let text = form.text
      let drafts = OpenAIChat.entries(of: try RawJSON(text))
      guard drafts.count == 1, drafts[0].kind == headers[index].kind else { return nil }
      forms[position] = form
      return history.tokenizer.tokens(of: drafts[0])
    }
  }
}

extension Policy {
  /// The smallest summary that is worth its words.
  private static var smallestSummary: Int { 48 }

  /// Asks for summaries of half the size.
  ///
  /// - Returns: Whether they can be smaller.
  fileprivate mutating func halveSummary() -> Bool {
    var isHalved = false
    for index in stages.indices {
      guard case .summarize(var summarize) = stages[index], summarize.atMostTokens / 2 >= Self.smallestSummary else {
        continue
      }
      summarize.atMostTokens /= 2
      stages[index] = .summarize(summarize)
      isHalved = true
    }
    return isHalved
  }
}
