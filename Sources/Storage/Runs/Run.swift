/// How a run came to be.
public enum RunKind: String, Sendable, CaseIterable {
  case run
  case backfill
  case scheduled
}

/// Where a run stands.
public enum RunState: String, Sendable, CaseIterable {
  case running
  case paused
  case cancelled
  case finished
  /// A limit stopped it.
  case stopped
  case failed

  public var isOpen: Bool { self == .running || self == .paused }
}

/// A row of `compactor.runs`.
public struct RunRecord: Sendable, Equatable {
  public var number: Int64
  public var job: String
  public var jobVersion: Int32
  public var kind: RunKind
  public var state: RunState
  /// Of a backfill: every conversation up to this number has been handed out.
  public var cursor: Int64?
  /// Of a backfill: how many conversations it is for.
  public var total: Int64?
  /// Microseconds since 1970.
  public var startedAt: Int64
  public var finishedAt: Int64?
  /// A JSON object: numbers by name, those of outcomes among them.
  public var counts: String
  public var spend = SpendSum()
  public var stopReason: String?
}
