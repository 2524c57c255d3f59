public import ChatCompletions
public import Compaction
public import PostgresClient
public import Telemetry

/// What a worker tells whoever watches it; logs and metrics are made of it at the edge.
public struct WorkerEvents: Sendable {
  /// Waits before it tries the database again: the attempt from 1, and why.
  public var retrying: @Sendable (Int, PostgresError) -> Void = { _, _ in }
  public var heartbeatFailed: @Sendable (any Error) -> Void = { _ in }
  /// So many claims were found to be another's.
  public var lostLeases: @Sendable (Int) -> Void = { _ in }
  public var claimed: @Sendable (Int) -> Void = { _ in }
  /// How one attempt ended, with the history's tokens before and after where it was compacted.
  public var ended: @Sendable (Outcome, _ tokens: (before: Int, after: Int)?) -> Void = { _, _ in }
  /// One attempt at a model call is over.
  public var modelCall: @Sendable (Attempt, AttemptOutcome) -> Void = { _, _ in }
  /// A stage of the flow took so long for so many conversations.
  public var stage: @Sendable (FlowStage, Duration, Int) -> Void = { _, _, _ in }

  public init() {}
}
