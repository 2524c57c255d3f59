/// A five-character code of the server: https://www.postgresql.org/docs/current/errcodes-appendix.html
public struct SQLState: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public var description: String { rawValue }

  /// The first two characters.
  public var classCode: Substring { rawValue.prefix(2) }

  public static let uniqueViolation = SQLState(rawValue: "23505")
  public static let foreignKeyViolation = SQLState(rawValue: "23503")
  public static let checkViolation = SQLState(rawValue: "23514")
  public static let notNullViolation = SQLState(rawValue: "23502")
  public static let readOnlyTransaction = SQLState(rawValue: "25006")
  public static let serializationFailure = SQLState(rawValue: "40001")
  public static let deadlockDetected = SQLState(rawValue: "40P01")
  public static let undefinedTable = SQLState(rawValue: "42P01")
  public static let insufficientPrivilege = SQLState(rawValue: "42501")
  public static let lockNotAvailable = SQLState(rawValue: "55P03")
  public static let queryCanceled = SQLState(rawValue: "57014")
  public static let adminShutdown = SQLState(rawValue: "57P01")
  public static let crashShutdown = SQLState(rawValue: "57P02")
  public static let cannotConnectNow = SQLState(rawValue: "57P03")
  public static let databaseDropped = SQLState(rawValue: "57P04")
  public static let idleSessionTimeout = SQLState(rawValue: "57P05")
  public static let idleTransactionTimeout = SQLState(rawValue: "25P03")
  public static let tooManyConnections = SQLState(rawValue: "53300")
  public static let programLimitExceeded = SQLState(rawValue: "54000")

  /// The transaction did nothing and may well succeed when it is run again as a whole.
  public var isRetriable: Bool {
    [.serializationFailure, .deadlockDetected].contains(self)
  }

  /// The server does not take writes: a standby, or a former primary after a failover.
  public var isReadOnly: Bool { self == .readOnlyTransaction }

  /// The server ends the session with this code; another connection may do.
  public var endsConnection: Bool {
    classCode == "08"
      || [
        .adminShutdown, .crashShutdown, .cannotConnectNow, .databaseDropped, .idleSessionTimeout,
        .idleTransactionTimeout, .tooManyConnections,
      ].contains(self)
  }

  /// Messages of this class can quote the offending value (`invalid input syntax for type integer: "…"`).
  var messageQuotesValues: Bool { classCode == "22" }
}
