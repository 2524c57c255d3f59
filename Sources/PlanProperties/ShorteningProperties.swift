import Compaction
import TestSupport
import Transcripts

/// Properties of the stages that shorten entries, drop reasoning or keep a budget.
extension Property {
  package static let shortFormsAreShorter = Property { round in
    guard let overlay = round.made.overlay else { return nil }
    let headers = round.input.snapshot.headers
    let replaced = headers.filter { overlay.disposition(of: $0.position) == .replaced }
    if overlay.shortForms.map(\.position) != replaced.map(\.position) {
      return "a replaced entry has no form of its own"
    }
    for (header, form) in zip(replaced, overlay.shortForms) where form.tokens >= header.tokens || form.tokens < 0 {
      return "the form of \(header.position) has \(form.tokens) tokens, the entry \(header.tokens)"
    }
    return nil
  }

  package static let onlyWhatIsUnderstoodIsShortened = Property { round in
    guard let overlay = round.made.overlay else { return nil }
    for header in round.input.snapshot.headers where overlay.disposition(of: header.position) == .replaced {
      if header.kind == .instructions || header.kind == .reasoning { return "\(header.kind) are shortened" }
      if !header.flags.isDisjoint(with: [.opaque, .illFormed]) { return "\(header.position) is not understood" }
    }
    return nil
  }

  /// Looked up without groups: the first entry of an assistant that is left in the last turn.
  package static let lastTurnKeepsItsFirstReasoning = Property { round in
    guard let overlay = round.made.overlay else { return nil }
    let headers = round.input.snapshot.headers
    let start = headers.lastIndex { $0.kind == .prompt } ?? -1
    let assistant = headers[(start + 1)...].filter {
      $0.kind == .reasoning || $0.kind == .response || $0.kind == .toolCalls
    }
    let first = assistant.first { isPresent($0.position, overlay) }
    guard assistant.first?.kind == .reasoning, let first else { return nil }
    return first.kind == .reasoning ? nil : "the last turn begins with \(first.kind) \(first.position)"
  }

  package static let budgetHolds = Property { round in
    guard round.made.overlay != nil else { return nil }
    let tokens = Overlay.size(of: round.input.snapshot, under: round.overlay).tokens
    let budgets = round.input.policy.stages.compactMap { stage in
      if case .hardBudget(let budget) = stage { budget.tokens } else { nil }
    }
    guard let least = budgets.min() else { return round.made.isOverBudget ? "over a budget that nobody set" : nil }
    return (tokens > least) == round.made.isOverBudget
      ? nil : "\(tokens) tokens with a budget of \(least), over budget: \(round.made.isOverBudget)"
  }
}
