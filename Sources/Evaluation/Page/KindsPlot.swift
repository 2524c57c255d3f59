/// What survives, kind by kind, with ticks where the baselines are.
struct KindsPlot {
  private let report: EvaluationReport

  init(_ report: EvaluationReport) { self.report = report }

  private struct Kind {
    var title: String
    var share: (Measures) -> Share?
  }

  private var kinds: [Kind] {
    var kinds = Item.Kind.allCases.map { kind in
      Kind(title: kind.plural.capitalizedFirst, share: { $0.retention[kind]?.distinct })
    }
    for figure in [Figure.usedLater, .trail, .constraints, .answers] {
      kinds.append(Kind(title: figure.title, share: { figure.share($0) }))
    }
    return kinds.filter { kind in report.rows.contains { (kind.share($0.measures.policy)?.whole ?? 0) > 0 } }
  }

  var markup: Markup {
    let kinds = kinds
    guard !kinds.isEmpty else { return "" }
    let further: Markup = """
      <li><span class="tick random"></span> random</li><li><span class="tick"></span> last turns</li>
      """
    return """
      <h2>What survives, by kind</h2>
      <p>The share of each kind that a reader of the compacted history still finds. The ticks are the baselines at the same
      tokens.</p>
      <figure>\(EvaluationPage.legend(report, further: further))
      <div class="kinds">\(kinds.map(row).joined)</div></figure>
      """
  }

  private func row(_ kind: Kind) -> Markup {
    let whole = report.rows.compactMap { kind.share($0.measures.policy)?.whole }.max() ?? 0
    let bars = report.rows.enumerated().map { index, row -> Markup in
      let share = kind.share(row.measures.policy)
      return """
        <div class="bar" style="\(PageStyle.color(index))"><div class="track" title="\(row.name)"><i style="width: \
        \(cssPercent(share?.value ?? 0))"></i>\(tick(kind.share(row.measures.random), "random"))\
        \(tick(kind.share(row.measures.lastTurns), "last"))</div><span>\(percent(share))</span></div>
        """
    }
    return """
      <div class="kind"><b>\(kind.title) <span class="number">\(grouped(whole))</span></b><div>\(bars.joined)</div></div>
      """
  }

  private func tick(_ share: Share?, _ name: String) -> Markup {
    guard let value = share?.value else { return "" }
    return "<u class=\"\(name)\" style=\"left: \(cssPercent(value))\" title=\"\(name) \(percent(share))\"></u>"
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// `12,345`.
func grouped(_ number: Int) -> String {
  var digits = String(number)
  var groups: [String] = []
  while digits.count > 3 {
    groups.insert(String(digits.suffix(3)), at: 0)
    digits.removeLast(3)
  }
  return ([digits] + groups).joined(separator: ",")
}
