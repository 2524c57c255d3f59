import ChatCompletions
import Compaction
import Testing

@testable import Telemetry

@Suite struct MetricsTests {
  private func value(_ metrics: Metrics, _ name: String, _ labels: [String]) -> MetricFamily.Value? {
    metrics.snapshot().first { $0.definition.name == name }?.series.first { $0.labels.map(\.value) == labels }?.value
  }

  @Test func `every series of a job is there at 0 as soon as the job is known`() {
    let metrics = Metrics(version: "1", startTime: 0)
    _ = metrics.job("a")
    for outcome in Outcome.allCases {
      #expect(value(metrics, "transcript_compactor_outcomes_total", ["a", outcome.rawValue]) == .number(0))
    }
    #expect(value(metrics, "transcript_compactor_last_success_timestamp_seconds", ["a"]) == .number(0))
    #expect(value(metrics, "transcript_compactor_spend_limit_ratio", ["a", "day"]) == .number(0))
  }

  @Test func `every metric of the catalog has a series once a job and a model are known`() {
    let metrics = Metrics(version: "1", startTime: 0)
    _ = metrics.job("a")
    _ = metrics.model("m", provider: "p")
    #expect(metrics.snapshot().map(\.definition) == MetricDefinition.all)
  }

  @Test func `the same name gives the same series`() {
    let metrics = Metrics(version: "1", startTime: 0)
    metrics.job("a").outcomes[.compacted].add()
    metrics.job("a").outcomes[.compacted].add(2)
    metrics.job("b").outcomes[.compacted].add(5)
    #expect(metrics.job("a").outcomes[.compacted].value == 3)
  }

  @Test func `names beyond the limit share one series`() {
    let metrics = Metrics(version: "1", startTime: 0)
    for number in 0..<(Metrics.nameLimit + 50) { metrics.job("job-\(number)").claimsLikeWork() }
    let family = metrics.snapshot().first { $0.definition.name == "transcript_compactor_tokens_before_total" }
    #expect(family?.series.count == Metrics.nameLimit + 1)
    #expect(value(metrics, "transcript_compactor_tokens_before_total", ["other"]) == .number(50))
  }

  @Test func `a failed call is counted, and its duration stands under its error`() {
    let metrics = Metrics(version: "1", startTime: 0)
    let model = metrics.model("m", provider: "p")
    model.ended(.success, after: .milliseconds(30))
    model.ended(.timedOut, after: .seconds(100))
    #expect(value(metrics, "transcript_compactor_model_calls_total", ["m", "timed_out"]) == .number(1))
    let durations = "gen_ai_client_operation_duration_seconds"
    #expect(
      value(metrics, durations, ["chat", "p", "m"])
        == .histogram(buckets: [0, 0, 1] + Array(repeating: 0, count: 12), sum: 0.03))
    #expect(
      value(metrics, durations, ["chat", "p", "m", "timed_out"])
        == .histogram(buckets: Array(repeating: 0, count: 14) + [1], sum: 100))
  }

  @Test func `the cached share is that of all input up to now`() {
    let metrics = Metrics(version: "1", startTime: 0)
    let name = "transcript_compactor_model_cached_input_ratio"
    let model = metrics.model("m", provider: "p")
    #expect(value(metrics, name, ["m"]) == .number(0))
    model.used(input: 0, cached: 0, output: 3, reasoning: 0)
    #expect(value(metrics, name, ["m"]) == .number(0), "without input there is no share")
    model.used(input: 100, cached: 0, output: 9, reasoning: 0)
    model.used(input: 300, cached: 100, output: 9, reasoning: 9)
    #expect(value(metrics, name, ["m"]) == .number(0.25))
    #expect(value(metrics, "transcript_compactor_model_tokens_total", ["m", "cached"]) == .number(100))
  }

  @Test func `bounds are those of OpenTelemetry's conventions`() throws {
    guard case .histogram(let durations) = MetricDefinition.modelDuration.kind,
      case .histogram(let tokens) = MetricDefinition.modelTokenUsage.kind
    else {
      Issue.record("not histograms")
      return
    }
    #expect(durations == [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92])
    #expect(
      tokens == [1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262_144, 1_048_576, 4_194_304, 16_777_216, 67_108_864])
  }

  @Test func `every class of a model error has a label value`() {
    let classes: [ChatError.Class] = [
      .overload, .unreachable, .timedOut(.total), .truncated, .malformed, .quota, .tooBig(limit: nil, requested: nil),
      .contentFilter, .permanent, .endpoint, .circuitOpen, .declined, .cancelled,
    ]
    for kind in classes { #expect(ModelCallResult(error: kind.name).rawValue == kind.name) }
    #expect(ModelCallResult(error: nil) == .success)
    #expect(ModelCallResult(error: "something new") == .other)
  }

  @Test(arguments: MetricDefinition.all)
  func `a definition keeps the rules of names`(definition: MetricDefinition) {
    #expect(definition.name.hasPrefix("transcript_compactor_") || definition.name.hasPrefix("gen_ai_client_"))
    #expect(definition.name.hasSuffix("_total") == (definition.kind == .counter))
    if let unit = definition.unit { #expect(definition.family.hasSuffix("_\(unit)")) }
    #expect(definition.help.hasSuffix("."))
    #expect(
      !definition.labels.contains { ["conversation", "tenant", "user", "error", "le", "job", "instance"].contains($0) })
    if case .histogram(let bounds) = definition.kind { #expect(bounds == bounds.sorted() && !bounds.isEmpty) }
  }

  @Test func `names are used once`() {
    #expect(Set(MetricDefinition.all.map(\.name)).count == MetricDefinition.all.count)
  }
}

extension JobMetrics {
  fileprivate func claimsLikeWork() { tokensBefore.add() }
}

@Suite struct InstrumentTests {
  @Test func `concurrent additions are all counted`() async {
    let counter = Counter(number: Number())
    let histogram = Histogram(bounds: [0.5])
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<1000 {
            counter.add(0.25)
            histogram.observe(1.0)
          }
        }
      }
    }
    #expect(counter.value == 2000)
    #expect(histogram.counts == Histogram.Counts(buckets: [0, 8000], sum: 8000))
  }

  @Test(arguments: [(0.5, 0), (1.0, 0), (1.5, 1), (2.0, 1), (2.1, 2), (.infinity, 2)])
  func `a value falls into the first bucket whose bound it does not pass`(value: Double, bucket: Int) {
    let histogram = Histogram(bounds: [1, 2])
    histogram.observe(value)
    #expect(histogram.counts.buckets.firstIndex(of: 1) == bucket)
  }

  @Test func `a gauge goes up and down`() {
    let gauge = Gauge(number: Number())
    gauge.set(5)
    gauge.add(-7)
    #expect(gauge.value == -2)
  }

  @Test func `durations count in seconds`() {
    let counter = Counter(number: Number())
    counter.add(.milliseconds(1500))
    #expect(counter.value == 1.5)
  }
}
