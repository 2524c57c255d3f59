import FoundationEssentials
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
