/// The keys of log fields; there are no others.
public enum LogKey: String, Sendable, CaseIterable {
  case job
  case run
  case worker
  case conversation
  case position
  case outcome
  case stage
  case model
  case endpoint
  case address
  case attempt
  case count
  case bytes
  case tokens
  case tokensBefore = "tokens_before"
  case tokensAfter = "tokens_after"
  case spent = "spent_usd"
  case seconds
  case status
  case sqlState = "sql_state"
  case signal
  case slot
  case version
  case reason
  case file
}

/// One fact of a log line. Each key has a function of its own, so that every line gives it the same type.
///
/// No function takes the text of a conversation or the application's key of one: a conversation is named by the number
/// that the database gave it.
public struct LogField: Sendable, Hashable {
  enum Value: Sendable, Hashable {
    case integer(Int64)
    case number(Double)
    case text(String)
  }

  let key: LogKey
  let value: Value

  public static func job(_ name: String) -> Self { text(.job, name) }
  public static func run(_ number: Int64) -> Self { integer(.run, number) }
  /// The random identity of a worker process.
  public static func worker(_ identity: String) -> Self { text(.worker, identity) }
  /// The internal number.
  public static func conversation(_ number: Int64) -> Self { integer(.conversation, number) }
  public static func position(_ position: some BinaryInteger) -> Self { integer(.position, position) }
  public static func outcome(_ outcome: some RawRepresentable<String>) -> Self { text(.outcome, outcome.rawValue) }
  public static func stage(_ stage: some RawRepresentable<String>) -> Self { text(.stage, stage.rawValue) }
  public static func model(_ name: String) -> Self { text(.model, name) }
  /// An address without credentials and query.
  public static func endpoint(_ url: String) -> Self { text(.endpoint, url) }
  public static func address(host: String, port: UInt16) -> Self { text(.address, "\(host):\(port)") }
  public static func attempt(_ number: Int) -> Self { integer(.attempt, number) }
  public static func count(_ count: some BinaryInteger) -> Self { integer(.count, count) }
  public static func bytes(_ bytes: some BinaryInteger) -> Self { integer(.bytes, bytes) }
  public static func tokens(_ tokens: some BinaryInteger) -> Self { integer(.tokens, tokens) }
  public static func tokensBefore(_ tokens: some BinaryInteger) -> Self { integer(.tokensBefore, tokens) }
  public static func tokensAfter(_ tokens: some BinaryInteger) -> Self { integer(.tokensAfter, tokens) }
  /// US dollars.
  public static func spent(_ dollars: Double) -> Self { Self(key: .spent, value: .number(dollars)) }
  public static func seconds(_ duration: Duration) -> Self {
    Self(key: .seconds, value: .number((duration.inSeconds * 1_000_000).rounded() / 1_000_000))
  }
  /// An HTTP status or an exit status.
  public static func status(_ status: Int) -> Self { integer(.status, status) }
  public static func sqlState(_ code: String) -> Self { text(.sqlState, code) }
  public static func signal(_ name: String) -> Self { text(.signal, name) }
  /// A time of a schedule.
  public static func slot(_ time: String) -> Self { text(.slot, time) }
  public static func version(_ version: String) -> Self { text(.version, version) }
  /// A word of a closed set.
  public static func reason(_ reason: some RawRepresentable<String>) -> Self { text(.reason, reason.rawValue) }
  /// An error's description; errors of this program quote no conversation and no secret.
  public static func error(_ error: any Error) -> Self { text(.reason, "\(error)") }
  public static func file(_ path: String) -> Self { text(.file, path) }

  private static func integer(_ key: LogKey, _ value: some BinaryInteger) -> Self {
    Self(key: key, value: .integer(Int64(clamping: value)))
  }

  private static func text(_ key: LogKey, _ value: String) -> Self { Self(key: key, value: .text(value)) }
}
