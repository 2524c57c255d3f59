import Foundation
import Telemetry
import TestSupport
import Testing

@Suite struct MetricsReferenceTests {
  private func row(_ metric: MetricDefinition) -> String {
    let type =
      switch metric.kind {
      case .counter: "counter"
      case .gauge: "gauge"
      case .histogram(let bounds): "histogram, \(written(bounds[0])) to \(written(bounds[bounds.count - 1]))"
      }
    let labels = metric.labels.map { "`\($0)`" }.joined(separator: ", ")
    return "| `\(metric.name)` | \(type) | \(metric.unit ?? "–") | \(labels.isEmpty ? "–" : labels) | \(metric.help) |"
  }

  private func written(_ bound: Double) -> String {
    bound == bound.rounded() ? String(Int(bound)) : "\(bound)"
  }

  @Test func `the reference lists every metric as it is`() throws {
    let page = try String(contentsOf: packageRoot().appending(path: "docs/metrics.md"), encoding: .utf8)
    let table = try #require(page.split(separator: "## Values of labels").first)
    let rows = table.split(separator: "\n").filter { $0.hasPrefix("| `transcript_") || $0.hasPrefix("| `gen_ai_") }
    #expect(rows.map(String.init) == MetricDefinition.all.map(row))
  }

  @Test func `the reference lists every value of the labels that are closed sets`() throws {
    let page = try String(contentsOf: packageRoot().appending(path: "docs/metrics.md"), encoding: .utf8)
    for (label, values) in [
      ("stage", FlowStage.allCases.map(\.rawValue)), ("ending", RunEnding.allCases.map(\.rawValue)),
      ("reason", ThrottleReason.allCases.map(\.rawValue)), ("result", ModelCallResult.allCases.map(\.rawValue)),
      ("type", ModelTokenType.allCases.map(\.rawValue)), ("period", SpendPeriod.allCases.map(\.rawValue)),
      ("verdict", GateVerdict.allCases.map(\.rawValue)), ("kind", RedactedKind.allCases.map(\.rawValue)),
    ] {
      #expect(page.contains("| `\(label)` | \(values.map { "`\($0)`" }.joined(separator: ", ")) |"))
    }
  }
}
