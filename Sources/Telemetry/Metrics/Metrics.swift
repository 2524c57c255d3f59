public import Compaction
import Synchronization

/// Everything that a process measures.
///
/// Series without a job or a model exist from the start; those of a job or a model from the first time it is asked for, which
/// is when its job file is read. All begin at 0.
public final class Metrics: Sendable {
  /// More job or model names than this share one series: labels stay bounded whatever an operator registers.
  static let nameLimit = 200

  public let stageDurations: By<FlowStage, Histogram>
  public let claims: Counter
  public let claimsHeld: Gauge
  public let heartbeatFailures: Counter
  public let lostLeases: Counter
  public let databaseRetries: Counter
  public let throttled: By<ThrottleReason, Counter>

  private let registry = MetricRegistry(MetricDefinition.all)
  private let jobs = Mutex<[String: JobMetrics]>([:])
  private let models = Mutex<[String: ModelMetrics]>([:])

  /// - Parameters:
  ///   - version: of the program.
  ///   - startTime: of the process, in seconds since 1970.
  public init(version: String, startTime: Double) {
    let registry = registry
    registry.gauge(.buildInfo, [version]).set(1)
    registry.gauge(.startTime).set(startTime)
    stageDurations = By { registry.histogram(.stageDuration, [$0]) }
    claims = registry.counter(.claims)
    claimsHeld = registry.gauge(.claimsHeld)
    heartbeatFailures = registry.counter(.heartbeatFailures)
    lostLeases = registry.counter(.lostLeases)
    databaseRetries = registry.counter(.databaseRetries)
    throttled = By { registry.counter(.throttled, [$0]) }
  }

  /// The series of a job; the same ones for the same name.
  public func job(_ name: String) -> JobMetrics {
    jobs.withLock { jobs in
      if let known = jobs[name] { return known }
      let made = JobMetrics(registry, name: jobs.count < Self.nameLimit ? name : "other")
      jobs[name] = made
      return made
    }
  }

  /// The series of a model as the job files name it to its server.
  ///
  /// - Parameter provider: whose server it is, e.g. `openai`; `offline` for the server without a model.
  public func model(_ name: String, provider: String) -> ModelMetrics {
    models.withLock { models in
      if let known = models["\(provider) \(name)"] { return known }
      let made = ModelMetrics(registry, name: models.count < Self.nameLimit ? name : "other", provider: provider)
      models["\(provider) \(name)"] = made
      return made
    }
  }

  public func snapshot() -> [MetricFamily] { registry.snapshot() }
}

/// The series of one job.
public struct JobMetrics: Sendable {
  public let outcomes: By<Outcome, Counter>
  public let tokensBefore: Counter
  public let tokensAfter: Counter
  public let backlog: Gauge
  /// Seconds.
  public let oldestDueAge: Gauge
  public let quarantined: Gauge
  public let runs: By<RunEnding, Counter>
  /// Seconds since 1970.
  public let lastSuccess: Gauge
  /// 0...1.
  public let backfillProgress: Gauge
  public let missedSlots: Counter
  public let reusedResults: Counter
  /// 0...1.
  public let retention: Histogram
  /// 0...1.
  public let grounding: Histogram
  public let retentionGate: By<GateVerdict, Counter>
  public let groundingGate: By<GateVerdict, Counter>
  public let redactions: By<RedactedKind, Counter>
  /// US dollars.
  public let spend: Counter
  /// 1 is all of it.
  public let spendLimit: By<SpendPeriod, Gauge>

  init(_ registry: MetricRegistry, name: String) {
    outcomes = By { registry.counter(.outcomes, [name, $0]) }
    tokensBefore = registry.counter(.tokensBefore, [name])
    tokensAfter = registry.counter(.tokensAfter, [name])
    backlog = registry.gauge(.backlog, [name])
    oldestDueAge = registry.gauge(.oldestDueAge, [name])
    quarantined = registry.gauge(.quarantined, [name])
    runs = By { registry.counter(.runs, [name, $0]) }
    lastSuccess = registry.gauge(.lastSuccess, [name])
    backfillProgress = registry.gauge(.backfillProgress, [name])
    missedSlots = registry.counter(.missedSlots, [name])
    reusedResults = registry.counter(.reusedResults, [name])
    retention = registry.histogram(.summaryRetention, [name])
    grounding = registry.histogram(.summaryGrounding, [name])
    retentionGate = By { registry.counter(.summaryGates, [name, "retention", $0]) }
    groundingGate = By { registry.counter(.summaryGates, [name, "grounding", $0]) }
    redactions = By { registry.counter(.redactions, [name, $0]) }
    spend = registry.counter(.spend, [name])
    spendLimit = By { registry.gauge(.spendLimit, [name, $0]) }
  }
}

/// The series of one model.
public struct ModelMetrics: Sendable {
  public let calls: By<ModelCallResult, Counter>
  public let tokens: By<ModelTokenType, Counter>
  /// 0...1.
  public let cachedInput: Gauge

  private let registry: MetricRegistry
  private let labels: [String]

  init(_ registry: MetricRegistry, name: String, provider: String) {
    self.registry = registry
    labels = ["chat", provider, name]
    calls = By { registry.counter(.modelCalls, [name, $0]) }
    tokens = By { registry.counter(.modelTokens, [name, $0]) }
    cachedInput = registry.gauge(.cachedInput, [name])
    _ = registry.histogram(.modelDuration, labels + [""])
    for type in ["input", "output"] { _ = registry.histogram(.modelTokenUsage, labels + [type]) }
  }

  /// Counts one attempt and its duration.
  public func ended(_ result: ModelCallResult, after duration: Duration) {
    calls[result].add()
    // A series for each kind of error would be sixteen histograms a model: they come when they are needed, and alerts use
    // the counter above.
    registry.histogram(.modelDuration, labels + [result == .success ? "" : result.rawValue]).observe(duration)
  }

  /// Counts an attempt that was not let begin.
  public func refused(_ result: ModelCallResult) { calls[result].add() }

  /// Counts the tokens of one attempt as the server gave them.
  ///
  /// - Parameters:
  ///   - cached: part of `input`.
  ///   - reasoning: part of `output`.
  public func used(input: Int, cached: Int, output: Int, reasoning: Int) {
    tokens[.input].add(input)
    tokens[.cached].add(cached)
    tokens[.output].add(output)
    tokens[.reasoning].add(reasoning)
    let total = tokens[.input].value
    if total > 0 { cachedInput.set(min(1, tokens[.cached].value / total)) }
    registry.histogram(.modelTokenUsage, labels + ["input"]).observe(Double(input))
    registry.histogram(.modelTokenUsage, labels + ["output"]).observe(Double(output))
  }
}
