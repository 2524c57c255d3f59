/// What is measured of a summary, and whether it must hold.
public struct SummaryGates: Sendable, Equatable {
  /// The share of what a summary of this size can hold at best of its source's identifiers, numbers, dates, paths,
  /// addresses and user constraints, weighted by their use.
  public var retention: Gate
  /// The share of the summary's identifiers, numbers, dates, paths, addresses and names that stand in its source.
  public var grounding: Gate

  /// What holds where a job says nothing.
  public static let standard = SummaryGates(
    retention: .warn(below: Gate.standardRetention), grounding: .warn(below: Gate.standardGrounding))
  /// Nothing is measured.
  public static let off = SummaryGates(retention: .off, grounding: .off)

  /// Gates of these two kinds.
  public init(retention: Gate, grounding: Gate) {
    self.retention = retention
    self.grounding = grounding
  }
}

/// A deterministic check of a summary.
public enum Gate: Sendable, Equatable {
  /// Nothing is measured.
  case off
  /// A share below this is recorded and counted, and the summary accepted.
  case warn(below: Double)
  /// A summary with a share below this is refused.
  case require(atLeast: Double)

  /// The share of retention below which a job without a word of its own is warned.
  public static let standardRetention = 0.3
  /// The same for grounding.
  public static let standardGrounding = 0.9

  /// The word in job files, records and metrics.
  public var name: String {
    switch self {
    case .off: "off"
    case .warn: "warn"
    case .require: "require"
    }
  }

  /// `nil` where nothing is measured.
  public var share: Double? {
    switch self {
    case .off: nil
    case .warn(let share), .require(let share): share
    }
  }
}
