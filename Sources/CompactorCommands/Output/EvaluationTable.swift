import Evaluation

/// A report for a terminal: a policy with its baselines under it, a column for each figure that says something.
struct EvaluationTable {
  private let report: EvaluationReport

  init(_ report: EvaluationReport) { self.report = report }

  var text: String {
    let figures = report.figures
    var table = TextTable([("policy", .left)] + figures.map { ($0.heading, .right) })
    for row in report.rows {
      for (index, history) in row.histories.enumerated() {
        table.add(row: [index == 0 ? row.name : "  " + history.name] + figures.map { $0.text(history.measures) })
      }
    }
    var lines = [table.text, "", head]
    lines += report.rows.flatMap(notes)
    return lines.joined(separator: "\n")
  }

  private var head: String {
    var text = "\(countedConversations(report.conversations)) of \(report.source); tokens by \(report.tokenizer)"
    if let summaries = report.summaries { text += "; summaries: \(summaries)" }
    return printableLine(text)
  }

  /// What no column says, where there is something to say.
  private func notes(_ row: EvaluationReport.Row) -> [String] {
    let measures = row.measures.policy
    var notes: [String] = []
    if measures.compacted < measures.conversations {
      notes.append("made \(grouped(measures.compacted)) of \(countedConversations(measures.conversations)) smaller")
    }
    if measures.worse > 0 { notes.append("made \(grouped(measures.worse)) worse than they were") }
    if measures.unstable > 0 { notes.append("a second look would change \(grouped(measures.unstable)) again") }
    let summaries = measures.summaries
    if summaries.made + summaries.refused > 0 {
      let reasons = summaries.refusals.sorted { $0.key < $1.key }.map { "\($0.key) \(grouped($0.value))" }
      notes.append(
        "\(grouped(summaries.made)) of \(counted(summaries.made + summaries.refused, "summary", "summaries")) used, at "
          + "\(percent(summaries.tokens)) of what they stand for"
          + (reasons.isEmpty ? "" : "; refused: " + reasons.joined(separator: ", ")))
    }
    return notes.map { "\(printableLine(row.name)): \($0)" }
  }
}
