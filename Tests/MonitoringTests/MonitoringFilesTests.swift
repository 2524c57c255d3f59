import Foundation
import Telemetry
import TestSupport
import Testing

private let folder = packageRoot().appending(path: "monitoring")

private func text(_ name: String) throws -> String {
  try String(contentsOf: folder.appending(path: name), encoding: .utf8)
}

/// A query of the dashboard, with Grafana's variables replaced as Grafana would.
private func queries() throws -> [String] {
  struct Dashboard: Decodable {
    struct Panel: Decodable { var targets: [Target]? }
    struct Target: Decodable { var expr: String }
    var panels: [Panel]
  }
  let dashboard = try JSONDecoder().decode(Dashboard.self, from: Data(text("dashboard.json").utf8))
  return dashboard.panels.flatMap { $0.targets ?? [] }.map {
    $0.expr.replacing("$__rate_interval", with: "1m").replacing("$job_name", with: ".*")
  }
}

@Suite struct MonitoringFilesTests {
  private let known = Set(MetricDefinition.all.flatMap(\.sampleNames))

  private func unknown(in text: String) -> [String] {
    text.matches(of: /\b(?:transcript_compactor|gen_ai_client)_[a-z0-9_]+/).map { String($0.output) }
      .filter { !known.contains($0) }
  }

  @Test(arguments: ["alerts.yml", "alerts_test.yml", "dashboard.json"])
  func `every metric named in the files exists`(name: String) throws {
    let text = try text(name)
    #expect(text.contains("transcript_compactor_outcomes_total"))
    #expect(unknown(in: text) == [])
  }

  @Test func `a metric that does not exist is found`() {
    #expect(unknown(in: "rate(transcript_compactor_outcomes[5m])") == ["transcript_compactor_outcomes"])
  }

  @Test func `every label named in the alerts belongs to a metric or to Prometheus`() throws {
    let labels = Set(MetricDefinition.all.flatMap(\.labels)).union(["job", "instance"])
    for match in try text("alerts.yml").matches(of: /\b(?:by|on) \(([a-z_, ]+)\)/) {
      for label in match.output.1.split(separator: ", ") { #expect(labels.contains(String(label))) }
    }
  }

  @Test func `every alert has a severity, a summary, a description and a test`() throws {
    let (rules, tests) = (try text("alerts.yml"), try text("alerts_test.yml"))
    let alerts = rules.split(separator: "- alert: ").dropFirst()
    #expect(alerts.count > 10)
    for alert in alerts {
      let name = try #require(alert.split(separator: "\n").first)
      #expect(name.wholeMatch(of: /TranscriptCompactor[A-Z][A-Za-z]+/) != nil)
      for part in [" severity: ", " summary: ", " description: "] { #expect(alert.contains(part), "\(name)\(part)") }
      #expect(tests.contains("alertname: \(name)\n        exp_alerts:"), "\(name) is never seen firing")
    }
  }

  @Test func `every metric of the catalog is on the dashboard`() throws {
    let text = try queries().joined(separator: "\n")
    #expect(
      MetricDefinition.all.filter { metric in !metric.sampleNames.contains { text.contains($0) } }.map(\.name) == [])
  }
}

@Suite(.enabled(if: Promtool.isInstalled, "promtool is not installed (Debian package prometheus)"))
struct PromtoolRulesTests {
  @Test func `Prometheus takes its configuration and the rules`() throws {
    let (status, output) = try Promtool.run(["check", "config", folder.appending(path: "prometheus.yml").path()])
    #expect(status == 0, "\(output)")
  }

  @Test func `the alerts fire when they should and are silent when they should be`() throws {
    let (status, output) = try Promtool.run(["test", "rules", folder.appending(path: "alerts_test.yml").path()])
    #expect(status == 0, "\(output)")
  }

  @Test func `Prometheus understands every query of the dashboard`() throws {
    var rules = "groups:\n- name: dashboard\n  rules:\n"
    for (number, query) in try queries().enumerated() {
      rules += "  - record: query:\(number)\n    expr: '\(query.replacing("'", with: "''"))'\n"
    }
    try withTemporaryDirectory { directory in
      let file = directory.appending(path: "rules.yml")
      try Data(rules.utf8).write(to: file)
      let (status, output) = try Promtool.run(["check", "rules", file.path()])
      #expect(status == 0, "\(output)")
    }
  }
}
