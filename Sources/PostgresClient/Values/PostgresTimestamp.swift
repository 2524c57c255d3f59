/// A `timestamptz`: microseconds since 1970-01-01 00:00 UTC, exact, without leap seconds.
public struct PostgresTimestamp: PostgresScalar, Hashable, Comparable {
  public var microseconds: Int64

  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// PostgreSQL's `infinity`, later than every time.
  public static let infinity = PostgresTimestamp(microseconds: .max)
  /// PostgreSQL's `-infinity`, earlier than every time.
  public static let negativeInfinity = PostgresTimestamp(microseconds: .min)

  public static func < (one: PostgresTimestamp, other: PostgresTimestamp) -> Bool {
    one.microseconds < other.microseconds
  }

  public static var postgresType: PostgresType { .timestamptz }
  public static var arrayType: PostgresType { .timestamptzArray }

  /// From 1970 to 2000, where PostgreSQL counts from.
  private static let epoch: Int64 = 946_684_800_000_000

  public func encode(into bytes: inout [UInt8]) {
    guard self != .infinity, self != .negativeInfinity else { return bytes.append(bigEndian: microseconds) }
    let (value, overflow) = microseconds.subtractingReportingOverflow(Self.epoch)
    // Far outside PostgreSQL's range, which the server then says; not to be taken for an infinity.
    bytes.append(bigEndian: overflow ? .min + 1 : value)
  }

  public static func decode(_ field: PostgresField) throws(PostgresField.Mismatch) -> PostgresTimestamp {
    let value = try field.bytes(of: .timestamptz, count: 8).bigEndian(Int64.self)
    guard value != .max, value != .min else { return PostgresTimestamp(microseconds: value) }
    let (microseconds, overflow) = value.addingReportingOverflow(epoch)
    guard !overflow else {
      throw PostgresField.Mismatch(expected: "timestamptz", found: "a time outside PostgreSQL's range")
    }
    return PostgresTimestamp(microseconds: microseconds)
  }
}
