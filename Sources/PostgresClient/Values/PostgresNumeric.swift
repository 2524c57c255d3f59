/// A `numeric` as decimal text: digits with an optional sign and fraction, `NaN`, `Infinity` or `-Infinity`.
public struct PostgresNumeric: PostgresScalar, Hashable, CustomStringConvertible {
  /// As PostgreSQL prints it: the digits after the point are kept, zeros in front are not.
  public let text: String

  /// Nil when the text is no such number.
  public init?(_ text: String) {
    guard let digits = NumericDigits(parsing: text) else { return nil }
    self.text = digits.text
  }

  public init(_ value: Int) {
    text = String(value)
  }

  private init(digits: NumericDigits) {
    text = digits.text
  }

  public var description: String { text }

  public static var postgresType: PostgresType { .numeric }
  public static var arrayType: PostgresType { .numericArray }

  public func encode(into bytes: inout [UInt8]) {
    guard let digits = NumericDigits(parsing: text) else {
      preconditionFailure("the text of a PostgresNumeric was checked when it was made")
    }
    digits.encode(into: &bytes)
  }

  public static func decode(_ field: PostgresField) throws(PostgresField.Mismatch) -> PostgresNumeric {
    let bytes = try field.bytes(of: .numeric, as: "numeric")
    guard let digits = NumericDigits(bytes: bytes) else {
      throw PostgresField.Mismatch(expected: "numeric", found: "a damaged one")
    }
    return PostgresNumeric(digits: digits)
  }
}
