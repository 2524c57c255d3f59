/// Every figure of every policy and its baselines.
struct FigureTable {
  private let report: EvaluationReport

  init(_ report: EvaluationReport) { self.report = report }

  var markup: Markup {
    let figures = report.figures
    let headings = figures.map { "<th scope=\"col\" title=\"\($0.meaning)\">\($0.title)</th>" as Markup }
    let rows = report.rows.enumerated().map { index, row in
      row.histories.enumerated().map { place, history in
        line(index, row, place == 0 ? nil : history.name, history.measures, figures)
      }.joined
    }
    return """
      <h2>All figures</h2>
      <p>Underlined is what is better than both baselines beside it.</p>
      <div class="scroll"><table><thead><tr><th scope="col">Policy</th>\(headings.joined)</tr></thead>
      <tbody>\(rows.joined)</tbody></table></div>
      """
  }

  private func line(
    _ index: Int, _ row: EvaluationReport.Row, _ baseline: String?, _ measures: Measures, _ figures: [Figure]
  ) -> Markup {
    let cells = figures.map { figure -> Markup in
      let isBest = baseline == nil && isBetter(figure, row.measures)
      return isBest
        ? "<td><span class=\"best\">\(figure.text(measures))</span></td>" : "<td>\(figure.text(measures))</td>"
    }
    guard let baseline else {
      return """
        <tr class="policy" style="\(PageStyle.color(index))"><th scope="row"><span class="badge">\
        \(EvaluationPage.letter(index))</span> \(row.name)</th>\(cells.joined)</tr>
        """
    }
    return "<tr class=\"baseline\"><th scope=\"row\">\(baseline)</th>\(cells.joined)</tr>"
  }

  /// Whether the policy is better than both baselines. Tokens are what they have in common.
  private func isBetter(_ figure: Figure, _ measures: PolicyMeasures) -> Bool {
    guard figure.key != Figure.tokens.key, figure.key != Figure.tokensAtCalls.key,
      let policy = figure.share(measures.policy)?.value, let random = figure.share(measures.random)?.value,
      let last = figure.share(measures.lastTurns)?.value
    else { return false }
    return figure.isLoss ? policy < min(random, last) : policy > max(random, last)
  }
}
