/// Writes metrics as text that Prometheus reads.
public enum Exposition: String, Sendable, CaseIterable {
  /// Prometheus text format 0.0.4.
  case prometheusText
  /// OpenMetrics 1.0.
  case openMetrics

  public var contentType: String {
    switch self {
    case .prometheusText: "text/plain; version=0.0.4; charset=utf-8"
    case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
    }
  }

  public func render(_ families: [MetricFamily]) -> String {
    var text = ""
    for family in families { render(family, into: &text) }
    if self == .openMetrics { text += "# EOF\n" }
    return text
  }

  private func render(_ family: MetricFamily, into text: inout String) {
    let definition = family.definition
    let name = self == .openMetrics ? definition.family : definition.name
    text += "# HELP \(name) \(escaped(help: definition.help))\n"
    text += "# TYPE \(name) \(definition.kind.name)\n"
    if self == .openMetrics, let unit = definition.unit { text += "# UNIT \(name) \(unit)\n" }
    for series in family.series {
      switch series.value {
      case .number(let value):
        text += "\(definition.name)\(braced(series.labels)) \(written(value))\n"
      case .histogram(let buckets, let sum):
        guard case .histogram(let bounds) = definition.kind else { continue }
        var count: UInt64 = 0
        for (bound, inBucket) in zip(bounds + [.infinity], buckets) {
          count += inBucket
          let labels = series.labels + [.init(name: "le", value: written(bound))]
          text += "\(definition.name)_bucket\(braced(labels)) \(count)\n"
        }
        text += "\(definition.name)_sum\(braced(series.labels)) \(written(sum))\n"
        text += "\(definition.name)_count\(braced(series.labels)) \(count)\n"
      }
    }
  }

  private func braced(_ labels: [MetricFamily.Label]) -> String {
    if labels.isEmpty { return "" }
    return "{" + labels.map { "\($0.name)=\"\(Self.escaped($0.value, quotes: true))\"" }.joined(separator: ",") + "}"
  }

  private func written(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
    return value.description
  }

  /// Quotes in a help text are escaped in OpenMetrics alone.
  private func escaped(help: String) -> String {
    Self.escaped(help, quotes: self == .openMetrics)
  }

  private static func escaped(_ text: String, quotes: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\"" where quotes: result += "\\\""
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension MetricDefinition.Kind {
  fileprivate var name: String {
    switch self {
    case .counter: "counter"
    case .gauge: "gauge"
    case .histogram: "histogram"
    }
  }
}
