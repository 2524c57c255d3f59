import FoundationEssentials
import Jobs
import Telemetry
import Worker

/// The log and the metrics of this process.
struct Observation: Sendable {
  let log: Logger
  let metrics: Metrics
  private let format: LogFormat

  init(_ invocation: Invocation) throws(UsageError) {
    let name = invocation.value("log-format") ?? LogFormat.plain.rawValue
    guard let format = LogFormat(rawValue: name) else {
      throw UsageError(
        "--log-format: found '\(name)'" + suggestion(for: name, among: LogFormat.allCases.map(\.rawValue)))
    }
    let word = invocation.value("log-level") ?? LogLevel.info.rawValue
    guard let level = LogLevel(rawValue: word) else {
      throw UsageError("--log-level: found '\(word)'" + suggestion(for: word, among: LogLevel.allCases.map(\.rawValue)))
    }
    self.format = format
    log = .standardError(level: level, format: format)
    metrics = Metrics(version: programVersion, startTime: Date.now.timeIntervalSince1970)
  }

  /// Lines of progress stand between those of a plain log only: programs read the other.
  var showsProgress: Bool { format == .plain }

  var events: WorkerEvents { WorkerEvents(log: log, metrics: metrics) }
}

extension OptionSpec {
  static let logFormat = OptionSpec(
    "log-format", value: "FORMAT", environment: "COMPACTOR_LOG_FORMAT", "plain or json; the log goes to standard error")
  static let logLevel = OptionSpec(
    "log-level", value: "LEVEL", environment: "COMPACTOR_LOG_LEVEL", "debug, info (otherwise), warning or error")
}

/// Shows how far a run is, on standard error: a bar on a terminal, a plain line now and then elsewhere.
struct RunDisplay: Sendable {
  let total: Int?
  let progress: RunProgress

  /// Runs until cancelled.
  func run() async {
    let output = StandardError.shared
    var display = ProgressDisplay(terminalWidth: output.width)
    var meter = ProgressMeter(total: total)
    let start = ContinuousClock.now
    while !Task.isCancelled {
      let counts = progress.counts
      let state = meter.update(
        done: counts.attempts, spend: counts.cost > .zero ? Double(counts.cost.microdollars) / 1_000_000 : nil,
        elapsed: ContinuousClock.now - start)
      switch display.update(state) {
      case .status(let text): output.show(status: text)
      case .line(let text): output.line(text)
      case nil: break
      }
      do { try await Task.sleep(for: .milliseconds(100)) } catch { break }
    }
    output.show(status: "")
  }
}
