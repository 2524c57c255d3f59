/// A report as one page of HTML, with everything in it that it needs.
struct EvaluationPage {
  let report: EvaluationReport

  var markup: Markup {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <title>What each policy keeps</title>
    <style>
    \(PageStyle.text)
    </style>
    </head>
    <body>
    <header>
    <h1>What each policy keeps</h1>
    <p class="lede">\(source)</p>
    </header>
    <main>
    <div class="cards">\(report.rows.indices.map(card).joined)</div>
    \(LossPlot(report).markup)
    \(KindsPlot(report).markup)
    \(SizesPlot(report).markup)
    \(FigureTable(report).markup)
    \(terms)
    </main>
    </body>
    </html>
    """
  }

  private var source: String {
    let count = report.conversations == 1 ? "1 conversation" : "\(report.conversations) conversations"
    var text = "\(count) of \(report.source). Tokens by \(report.tokenizer)"
    if let summaries = report.summaries { text += "; summaries: \(summaries)" }
    return text + "."
  }

  /// What most readers want to know of one policy.
  private func card(_ index: Int) -> Markup {
    let row = report.rows[index]
    let measures = row.measures
    var lines: Markup = """
      <dt>\(Figure.tokens.text(measures.policy))</dt><dd>of the tokens stay<small>\(compacted(measures.policy))</small></dd>
      """
    for (figure, words) in [
      (Figure.references, "of forward references lost"), (.answers, "of the answers stay"),
      (.trail, "of the artifact trail stays"), (.items, "of the items stay"), (.legal, "legal histories"),
    ] where figure.share(measures.policy)?.value != nil {
      lines += """
        <dt>\(figure.text(measures.policy))</dt><dd>\(words)<small>random \(figure.text(measures.random)), last turns \
        \(figure.text(measures.lastTurns))</small></dd>
        """
    }
    return """
      <section class="card" style="\(PageStyle.color(index))"><h3><span class="badge">\(Self.letter(index))</span> \
      \(row.name)</h3><p class="stages">\(row.stages.joined(separator: " → "))</p><dl>\(lines)</dl></section>
      """
  }

  private func compacted(_ measures: Measures) -> String {
    var text = "\(measures.compacted) of \(measures.conversations) made smaller"
    if measures.worse > 0 { text += ", \(measures.worse) made worse" }
    if measures.unstable > 0 { text += ", \(measures.unstable) changed by a second look" }
    let summaries = measures.summaries
    if summaries.made + summaries.refused > 0 {
      text += ", \(summaries.made) of \(summaries.made + summaries.refused) summaries used"
    }
    return text
  }

  private var terms: Markup {
    let rows = report.figures.map { figure in "<dt>\(figure.title)</dt><dd>\(figure.meaning)</dd>" as Markup }
    return """
      <h2>What the figures mean</h2>
      <dl class="terms">\(rows.joined)
      <dt>Random, last turns</dt><dd>What anybody could do without a policy: whole groups of entries, drawn by lot or \
      the newest, as many as fit into the tokens that the policy left in the same place. The instructions always stay.</dd>
      <dt>Looks</dt><dd>At most \(report.settings.looks) calls of each conversation, evenly spread. Before each, the policy starts from \
      the originals\(report.settings.ignoresTriggers ? ", whatever its trigger says" : ", if it is due by its trigger")\(report.settings.ignoresTargets ? ", and runs every stage" : "").</dd>
      </dl>
      """
  }

  /// A, B, C, …
  static func letter(_ index: Int) -> String {
    index < 26 ? String(UnicodeScalar(UInt8(65 + index))) : String(index + 1)
  }

  /// The policies with their letters and colours.
  static func legend(_ report: EvaluationReport, further: Markup) -> Markup {
    let policies = report.rows.enumerated().map { index, row in
      "<li style=\"\(PageStyle.color(index))\"><span class=\"badge\">\(letter(index))</span> \(row.name)</li>" as Markup
    }
    return "<ul class=\"legend\">\(policies.joined)\(further)</ul>"
  }
}

extension EvaluationReport {
  /// The report as one page of HTML: plots, tables and what they mean, for light and dark screens of any width. It asks the
  /// network for nothing, and the same report is the same page.
  public var html: String {
    // A number and its sign stay on one line.
    EvaluationPage(report: self).markup.description.replacing(" %", with: "\u{A0}%") + "\n"
  }
}
