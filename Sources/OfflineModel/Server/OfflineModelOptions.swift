/// How the server behaves. The command's flags have the same names.
public struct OfflineModelOptions: Sendable, Equatable {
  public var host = "127.0.0.1"
  /// 0 lets the system choose.
  public var port: UInt16 = 0
  /// In tokens.
  public var contextSize = 32_768
  /// How many times smaller than its transcript a summary is at least.
  public var ratio = 5
  /// Each reply begins this long after its request came.
  public var delay = Duration.zero
  /// Between two words of a streamed reply.
  public var tokenDelay = Duration.zero
  /// The first rule that strikes a request holds.
  public var faults: [FaultRule] = []
  public var seed: UInt64 = 1
  /// In seconds: `Retry-After` of status 429 and 503.
  public var retryAfter = 1
  public var heartbeat = Duration.milliseconds(500)
  /// Requests are appended to it, one JSON object a line.
  public var recordFile: String?

  public init() {}
}
