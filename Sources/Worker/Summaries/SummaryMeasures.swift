import Summarization
import Transcripts

/// What was measured of a summary and redacted on its way, as audit records and metrics have it. No text is among it.
struct SummaryMeasures: Sendable {
  var figures = SummaryFigures()
  var redactedFromSource = RedactionCounts()
  var redactedFromSummary = RedactionCounts()
  /// The prompt by name and version, with the skill that guided it.
  var prompt = ""

  init() {}

  init(_ task: SummaryTask, prompt: SummaryPrompt) {
    figures = task.figures
    redactedFromSource = task.redactionsInSource
    redactedFromSummary = task.redactionsInSummaries
    self.prompt = prompt.id
  }

  /// For `audit_records.summary_figures`; `nil` where nothing was measured or redacted.
  var json: JSON? {
    var members: [JSON.Member] = []
    if let retention = figures.retention {
      members += [
        JSON.Member("retention", retention.inThousandths), JSON.Member("facts", JSON(figures.facts)),
        JSON.Member("kept_facts", JSON(figures.keptFacts)),
      ]
    }
    if let grounding = figures.grounding {
      members += [
        JSON.Member("grounding", grounding.inThousandths), JSON.Member("invented_items", JSON(figures.inventedItems)),
      ]
    }
    let redacted = [("source", redactedFromSource), ("summary", redactedFromSummary)].filter { $0.1.total > 0 }
    if !redacted.isEmpty {
      members.append(JSON.Member("redacted", .object(redacted.map { JSON.Member($0.0, $0.1.json) })))
    }
    return members.isEmpty ? nil : .object(members)
  }
}

extension RedactionCounts {
  fileprivate var json: JSON {
    let kinds = RedactionKind.allCases.compactMap { kind in
      byKind[kind].map { JSON.Member(kind.rawValue, JSON($0)) }
    }
    return .object(kinds + (own > 0 ? [JSON.Member("own_patterns", JSON(own))] : []))
  }
}

extension Double {
  /// To a thousandth.
  fileprivate var inThousandths: JSON { .number(String((self * 1_000).rounded() / 1_000)) }
}
