/// The share of tokens kept of each conversation, the largest first: whether a policy treats all alike.
struct SizesPlot {
  private let report: EvaluationReport

  init(_ report: EvaluationReport) { self.report = report }

  /// Points of one line at most.
  private static let most = 400

  var markup: Markup {
    // One conversation is in the table.
    guard report.conversations > 1 else { return "" }
    return """
      <h2>Conversation by conversation</h2>
      <p>The share of its tokens that each conversation keeps, those that keep most first. A line that falls late leaves most
      conversations alone.</p>
      <figure>\(EvaluationPage.legend(report, further: ""))
      <div class="plot"><span class="title">tokens kept</span>\(grid)<svg class="lines" viewBox="0 0 100 100" \
      preserveAspectRatio="none" aria-hidden="true">\(lines)</svg><span class="axis">share of the conversations →</span></div>
      </figure>
      """
  }

  private var grid: Markup {
    let steps = [0, 25, 50, 75, 100]
    let uprights = steps.map { step -> Markup in
      """
      <span class="grid" style="bottom: \(step)%"></span><span class="y" style="bottom: \(step)%">\(step) %</span>
      """
    }
    return uprights.joined + steps.map { "<span class=\"x\" style=\"left: \($0)%\">\($0) %</span>" as Markup }.joined
  }

  private var lines: Markup {
    report.rows.enumerated().map { index, row in
      """
      <polyline points="\(points(row.measures.policy))" fill="none" style="\(PageStyle.color(index)); stroke: var(--c)" \
      stroke-width="2.5" stroke-linejoin="round" vector-effect="non-scaling-stroke"/>
      """ as Markup
    }.joined
  }

  private func points(_ measures: Measures) -> String {
    let shares = measures.sizes.filter { $0.before > 0 }.map { Double($0.after) / Double($0.before) }.sorted(by: >)
    guard shares.count > 1 else { return "" }
    let count = min(shares.count, Self.most)
    return (0..<count).map { step in
      let place = Double(step) / Double(count - 1)
      let share = shares[Int((place * Double(shares.count - 1)).rounded())]
      return "\(cssPercent(place).dropLast()),\(cssPercent(1 - share).dropLast())"
    }.joined(separator: " ")
  }
}
