/// What is lost against what is kept: down and to the left is better.
struct LossPlot {
  private let report: EvaluationReport
  /// What stands on the axes.
  private let kept: Figure
  private let lost: (title: String, share: (Measures) -> Double?)
  /// The end of the upright axis.
  private let top: Double

  init(_ report: EvaluationReport) {
    self.report = report
    let figures = Set(report.figures.map(\.key))
    if figures.contains(Figure.references.key) {
      kept = .tokensAtCalls
      lost = ("forward references lost", { Figure.references.share($0)?.value })
    } else {
      kept = .tokens
      let figure = figures.contains(Figure.answers.key) ? Figure.answers : Figure.items
      lost = (
        "\(figure.key == Figure.answers.key ? "answers" : "items") lost", { figure.share($0)?.value.map { 1 - $0 } }
      )
    }
    let all = report.rows.flatMap(\.histories).compactMap { [lost] in lost.share($0.measures) }
    let highest = all.max() ?? 0
    top = [0.02, 0.05, 0.1, 0.2, 0.4, 0.6].first { highest <= $0 * 0.95 } ?? 1
  }

  var markup: Markup {
    guard report.rows.contains(where: { point($0.measures.policy) != nil }) else { return "" }
    let further: Markup = """
      <li>\(Self.shape("random")) random at the same tokens</li><li>\(Self.shape("last")) last turns at the same tokens</li>
      """
    return """
      <h2>Kept and lost</h2>
      <p>Each policy beside what anybody could do with as many tokens. Down and to the left is better; a policy earns its
      keep where it stands below its own square and triangle.</p>
      <figure>\(EvaluationPage.legend(report, further: further))
      <div class="plot"><span class="title">\(lost.title)</span>\(grid)<svg class="lines" viewBox="0 0 100 100" \
      preserveAspectRatio="none" aria-hidden="true">\(lines)</svg>\(marks)<span class="axis">\(kept.title.lowercased()) →</span></div>
      </figure>
      """
  }

  private var grid: Markup {
    let uprights = (0...4).map { step -> Markup in
      let value = top * Double(step) / 4
      return """
        <span class="grid" style="bottom: \(cssPercent(Double(step) / 4))"></span><span class="y" \
        style="bottom: \(cssPercent(Double(step) / 4))">\(Self.axisText(value))</span>
        """
    }
    let along = stride(from: 0, through: 100, by: 20).map { value -> Markup in
      "<span class=\"x\" style=\"left: \(value)%\">\(value) %</span>"
    }
    return uprights.joined + along.joined
  }

  /// `2.5 %`, `10 %`.
  private static func axisText(_ value: Double) -> String {
    let tenths = Int((value * 1_000).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
  }

  private func point(_ measures: Measures) -> (x: Double, y: Double)? {
    guard let x = kept.share(measures)?.value, let y = lost.share(measures) else { return nil }
    return (x, y / top)
  }

  /// From each policy to its baselines.
  private var lines: Markup {
    report.rows.enumerated().flatMap { index, row -> [Markup] in
      guard let policy = point(row.measures.policy) else { return [] }
      return [row.measures.random, row.measures.lastTurns].compactMap { point($0) }.map { other in
        """
        <line x1="\(Self.place(policy.x))" y1="\(Self.place(1 - policy.y))" x2="\(Self.place(other.x))" \
        y2="\(Self.place(1 - other.y))" style="\(PageStyle.color(index)); stroke: var(--c)" stroke-width="1.5" \
        stroke-dasharray="3 4" opacity=".7" vector-effect="non-scaling-stroke"/>
        """
      }
    }.joined
  }

  private var marks: Markup {
    report.rows.enumerated().flatMap { index, row in
      [
        mark(row.measures.random, index, "random", Self.shape("random")),
        mark(row.measures.lastTurns, index, "last turns", Self.shape("last")),
        mark(
          row.measures.policy, index, row.name, "<span class=\"badge\">\(EvaluationPage.letter(index))</span>"),
      ]
    }.joined
  }

  private func mark(_ measures: Measures, _ index: Int, _ name: String, _ inside: Markup) -> Markup {
    guard let point = point(measures) else { return "" }
    let title = "\(name): \(kept.text(measures)) kept, \(Self.axisText(point.y * top)) lost"
    return """
      <span class="mark" style="\(PageStyle.color(index)); left: \(cssPercent(point.x)); bottom: \(cssPercent(point.y))" \
      title="\(title)">\(inside)</span>
      """
  }

  private static func place(_ value: Double) -> String { String(cssPercent(value).dropLast()) }

  /// A square or a triangle.
  private static func shape(_ baseline: String) -> Markup {
    baseline == "random"
      ? "<svg class=\"shape\" viewBox=\"0 0 16 16\" aria-hidden=\"true\"><rect x=\"2.5\" y=\"2.5\" width=\"11\" height=\"11\"/></svg>"
      : "<svg class=\"shape\" viewBox=\"0 0 16 16\" aria-hidden=\"true\"><path d=\"M8 2 L14.5 13.5 L1.5 13.5 Z\"/></svg>"
  }
}

extension Markup {
  static func + (one: Markup, other: Markup) -> Markup {
    var both = one
    both += other
    return both
  }
}
