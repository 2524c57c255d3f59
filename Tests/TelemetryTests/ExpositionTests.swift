import Compaction
import Foundation
import TestSupport
import Testing

@testable import Telemetry

@Suite struct ExpositionTests {
  private let families = [
    MetricFamily(
      definition: MetricDefinition(
        "seen_seconds_total", .counter, unit: "seconds", labels: ["name"], #"Says "hi" to C:\n"# + "\nand more."),
      series: [
        .init(labels: [.init(name: "name", value: "a\"b\\c\nd")], value: .number(3)),
        .init(labels: [], value: .number(0.5)),
      ]),
    MetricFamily(
      definition: MetricDefinition("size", .histogram(bounds: [1, 2.5]), "Sizes."),
      series: [.init(labels: [.init(name: "k", value: "v")], value: .histogram(buckets: [2, 0, 1], sum: 9.25))]),
    MetricFamily(
      definition: MetricDefinition("level", .gauge, "Level."),
      series: [.init(labels: [], value: .number(-.infinity))]),
  ]

  @Test func `Prometheus text escapes labels and help, and sums buckets up`() {
    #expect(
      Exposition.prometheusText.render(families) == #"""
        # HELP seen_seconds_total Says "hi" to C:\\n\nand more.
        # TYPE seen_seconds_total counter
        seen_seconds_total{name="a\"b\\c\nd"} 3.0
        seen_seconds_total 0.5
        # HELP size Sizes.
        # TYPE size histogram
        size_bucket{k="v",le="1.0"} 2
        size_bucket{k="v",le="2.5"} 2
        size_bucket{k="v",le="+Inf"} 3
        size_sum{k="v"} 9.25
        size_count{k="v"} 3
        # HELP level Level.
        # TYPE level gauge
        level -Inf

        """#)
  }

  @Test func `OpenMetrics names families without total, gives units and ends with EOF`() {
    #expect(
      Exposition.openMetrics.render(families).hasPrefix(
        #"""
        # HELP seen_seconds Says \"hi\" to C:\\n\nand more.
        # TYPE seen_seconds counter
        # UNIT seen_seconds seconds
        seen_seconds_total{name="a\"b\\c\nd"} 3.0

        """#))
    #expect(Exposition.openMetrics.render(families).hasSuffix("level -Inf\n# EOF\n"))
    #expect(Exposition.openMetrics.render([]) == "# EOF\n")
  }

  @Test(arguments: [
    (nil, Exposition.prometheusText),
    ("", .prometheusText),
    ("*/*", .prometheusText),
    ("text/html, image/avif", .prometheusText),
    ("application/openmetrics-text", .openMetrics),
    ("application/openmetrics-text; version=1.0.0; charset=utf-8", .openMetrics),
    ("application/openmetrics-text;version=\"1.0.0\"", .openMetrics),
    ("application/openmetrics-text;version=0.0.1", .prometheusText),
    ("application/openmetrics-text;q=0.2,text/plain;q=0.3", .prometheusText),
    ("text/plain;version=0.0.4;q=0.3,application/openmetrics-text;version=1.0.0;q=0.8", .openMetrics),
    ("application/openmetrics-text;q=0", .prometheusText),
    // Prometheus 2.42 and 3.
    (
      "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1",
      .openMetrics
    ),
    (
      "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,application/openmetrics-text;version=0.0.1;q=0.4,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.3,text/plain;version=0.0.4;q=0.2,*/*;q=0.1",
      .openMetrics
    ),
  ])
  func `the format follows the Accept header`(header: String?, format: Exposition) {
    #expect(Exposition(accept: header) == format)
  }
}

@Suite(.enabled(if: Promtool.isInstalled, "promtool is not installed (Debian package prometheus)"))
struct PromtoolTests {
  private func exercised() -> Metrics {
    let metrics = Metrics(version: "1.2.3", startTime: 1_790_000_000.25)
    let job = metrics.job("support-chats")
    job.outcomes[.compacted].add(3)
    job.spend.add(0.125)
    let model = metrics.model("gpt-4.1-mini", provider: "openai")
    model.ended(.success, after: .milliseconds(700))
    model.ended(.timedOut, after: .seconds(60))
    model.used(input: 1000, cached: 100, output: 50, reasoning: 10)
    metrics.stageDurations[.plan].observe(.milliseconds(3))
    return metrics
  }

  @Test func `promtool finds nothing to say about the page`() throws {
    let page = Exposition.prometheusText.render(exercised().snapshot())
    let (status, output) = try Promtool.run(["check", "metrics"], input: page)
    #expect(status == 0)
    #expect(output == "")
  }

  @Test func `promtool would have said something`() throws {
    let (status, output) = try Promtool.run(["check", "metrics"], input: "# TYPE a counter\na 1\n")
    #expect(status != 0)
    #expect(output.contains("_total"))
  }

  /// The OpenMetrics reader of Prometheus is reachable through its import of blocks, which wants a time on each sample.
  private func importBlocks(_ page: String) throws -> (status: Int32, output: String) {
    let timed = page.split(separator: "\n").map { $0.hasPrefix("#") ? String($0) : "\($0) 1790000000" }
    return try withTemporaryDirectory { directory in
      let file = directory.appending(path: "page.txt")
      try Data((timed.joined(separator: "\n") + "\n").utf8).write(to: file)
      return try Promtool.run([
        "tsdb", "create-blocks-from", "openmetrics", file.path(), directory.appending(path: "blocks").path(),
      ])
    }
  }

  @Test func `Prometheus reads the OpenMetrics page`() throws {
    let page = Exposition.openMetrics.render(exercised().snapshot())
    let (status, output) = try importBlocks(page)
    #expect(status == 0, "\(output)")
  }

  @Test(arguments: [
    ("# EOF\n", ""), ("# UNIT transcript_compactor_spend_usd usd", "# UNIT transcript_compactor_spend_usd eur"),
  ])
  func `Prometheus refuses an OpenMetrics page with a mistake`(right: String, wrong: String) throws {
    let page = Exposition.openMetrics.render(exercised().snapshot())
    try #require(page.contains(right))
    #expect(try importBlocks(page.replacing(right, with: wrong)).status != 0)
  }
}
