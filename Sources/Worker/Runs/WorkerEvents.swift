import ChatCompletions
import Compaction
import Jobs
import PostgresClient
import Storage
import Summarization
public import Telemetry

/// What a worker tells whoever watches it, as log lines and metrics. No text of a conversation and no key of one is
/// among it: a conversation is named by its number.
public struct WorkerEvents: Sendable {
  let log: Logger
  let metrics: Metrics

  public init(log: Logger, metrics: Metrics) {
    self.log = log
    self.metrics = metrics
  }

  /// For callers that watch nothing.
  static let none = WorkerEvents(log: .silent, metrics: Metrics(version: "", startTime: 0))

  /// Waits before it tries the database again.
  func retrying(_ attempt: Int, _ error: PostgresError) {
    metrics.databaseRetries.add()
    // The first failure and then each power of two: an outage of an hour is a page of lines, not a disk of them.
    guard attempt & (attempt - 1) == 0 else { return }
    log.warning("waiting for the database", .attempt(attempt), .error(error))
  }

  func heartbeatFailed(_ error: any Error) {
    metrics.heartbeatFailures.add()
    log.warning("a heartbeat was not taken", .error(error))
  }

  func lostLeases(_ count: Int) {
    metrics.lostLeases.add(count)
    log.warning("claims were lost before their commit", .count(count))
  }

  func claimed(_ count: Int) { metrics.claims.add(count) }

  /// Claims were taken or left, by one of the runs of this process.
  func heldChanged(by number: Int) { metrics.claimsHeld.add(number) }

  /// Attempts that were committed, or refused at their commit.
  func ended(_ batch: [Finished], committed: Set<Int64>, job: String) {
    let series = metrics.job(job)
    for item in batch {
      let commit = item.commit
      guard committed.contains(commit.claim.conversation) else {
        series.outcomes[.lostLease].add()
        continue
      }
      series.outcomes[commit.outcome].add()
      series.reusedResults.add(item.reusedResults)
      if commit.revision != nil, let before = commit.before, let after = commit.after {
        series.tokensBefore.add(before.tokens)
        series.tokensAfter.add(after.tokens)
      } else if commit.outcome.isFailure {
        log.warning(
          "an attempt failed", .conversation(commit.claim.conversation), .outcome(commit.outcome),
          .error(PlainReason(text: commit.reason ?? "no reason given")))
      }
    }
  }

  /// A model wrote a summary, which was taken or refused.
  func summarized(_ measures: SummaryMeasures, under gates: SummaryGates, _ outcome: SummaryOutcome, job: String) {
    let series = metrics.job(job)
    let figures = measures.figures
    func count(
      _ share: Double?, _ gate: Gate, _ refusal: SummaryRefusal, _ verdicts: By<GateVerdict, Telemetry.Counter>
    ) {
      guard let share, let least = gate.share else { return }
      let isRefused = outcome == .refused(refusal)
      verdicts[isRefused ? .refused : share < least ? .warned : .passed].add()
    }
    if let retention = figures.retention { series.retention.observe(retention) }
    if let grounding = figures.grounding { series.grounding.observe(grounding) }
    count(figures.retention, gates.retention, .factsLost, series.retentionGate)
    count(figures.grounding, gates.grounding, .ungrounded, series.groundingGate)
    for redacted in [measures.redactedFromSource, measures.redactedFromSummary] {
      for (kind, number) in redacted.byKind { series.redactions[RedactedKind(kind)].add(number) }
      series.redactions[.ownPatterns].add(redacted.own)
    }
  }

  func unchanged(_ count: Int, job: String) { metrics.job(job).outcomes[.unchanged].add(count) }

  /// One attempt at a model call is over.
  func modelCall(_ attempt: Attempt, _ outcome: AttemptOutcome, cost: Money, job: String) {
    let result = ModelCallResult(error: outcome.error?.name)
    let series = metrics.model(attempt.model, provider: ModelClient.provider(servedModel: attempt.model))
    series.ended(result, after: outcome.duration)
    if let usage = outcome.usage {
      series.used(input: usage.input, cached: usage.cachedInput, output: usage.output, reasoning: usage.reasoning)
    }
    metrics.job(job).spend.add(Double(cost.microdollars) / 1_000_000)
    if let error = outcome.error, error != .cancelled {
      log.info(
        "a model call failed", .model(attempt.model), .endpoint(attempt.endpoint), .attempt(attempt.number),
        .error(PlainReason(text: error.reason(outcome.transport))))
    }
  }

  /// A model call was not let make its next attempt.
  func modelCallRefused(_ error: ChatError, served model: String) {
    metrics.model(model, provider: ModelClient.provider(servedModel: model))
      .refused(ModelCallResult(error: error.class.name))
  }

  /// The vocabulary that the job names is not the model's: its counts bound nothing.
  func modelCountsMore(_ attempt: Attempt) {
    log.warning(
      "the model's server counts more tokens than the job's tokenizer: what calls may cost is taken from their bytes now",
      .model(attempt.model), .endpoint(attempt.endpoint))
  }

  /// A call waits because the model's server wants to be asked less.
  func waitsForModel(_ time: Duration) { metrics.throttled[.modelLimit].add(time) }

  /// Measures one stage of the flow for the conversations that go through it together.
  func measure<Value>(_ stage: FlowStage, _ work: () async throws -> Value) async rethrows -> Value {
    let start = ContinuousClock.now
    defer { metrics.stageDurations[stage].observe(ContinuousClock.now - start) }
    return try await work()
  }

  /// The server says that no call will succeed: a wrong key, an unknown model, an empty account.
  func modelRefuses(_ error: ChatError) {
    log.error(
      "the model's server refuses every call", .model(error.model), .endpoint(error.endpoint),
      .status(error.status ?? 0), .error(PlainReason(text: error.class.name)))
  }

  func runStarted(_ record: RunRecord) {
    log.info("a run began", .job(record.job), .run(record.number), .version("\(record.jobVersion)"))
  }

  /// A run ended, or was left for later.
  func runEnded(_ result: RunResult, job: String) {
    let ending: RunEnding? =
      switch result.state {
      case .finished: .finished
      case .cancelled: .cancelled
      case .failed: .failed
      case .stopped: result.reason == .interrupted ? .interrupted : .stopped
      case .running, .paused: nil
      }
    if let ending { metrics.job(job).runs[ending].add() }
    log.info(
      "a run ended", .job(job), .run(result.number), .outcome(result.state), .count(result.counts.attempts),
      .tokensBefore(result.counts.tokensBefore), .tokensAfter(result.counts.tokensAfter))
  }
}

/// A short word or sentence of this program's own, as an error for a log line.
private struct PlainReason: Error, CustomStringConvertible {
  let text: String

  var description: String { text }
}

extension RedactedKind {
  fileprivate init(_ kind: RedactionKind) {
    self =
      switch kind {
      case .keys: .keys
      case .cards: .cards
      case .mailAddresses: .mailAddresses
      case .phoneNumbers: .phoneNumbers
      }
  }
}
