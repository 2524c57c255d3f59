/// A value that can be bound to a statement and read from a row, both in PostgreSQL's binary format.
public protocol PostgresValue: Sendable {
  /// The type that the value is bound as.
  static var postgresType: PostgresType { get }

  /// Whether the value is bound as NULL.
  var isNull: Bool { get }

  /// Appends the binary form; not called for NULL.
  func encode(into bytes: inout [UInt8])

  /// Reads the binary form.
  static func decode(_ field: PostgresField) throws(PostgresField.Mismatch) -> Self
}

extension PostgresValue {
  public var isNull: Bool { false }
}

/// What an array may be made of. It is apart from `PostgresScalar` for the sake of `UInt8`, of which an array is a
/// `bytea` and no SQL array.
public protocol PostgresArrayElement: Sendable {
  static var arrayType: PostgresType { get }
  static func encode(array: [Self], into bytes: inout [UInt8])
  static func decode(arrayIn field: PostgresField) throws(PostgresField.Mismatch) -> [Self]
}

/// A value that also has an array type.
///
/// A `RawRepresentable` type over a scalar needs only to declare its conformance:
///
///     enum Stage: String, PostgresScalar { … }
public protocol PostgresScalar: PostgresValue, PostgresArrayElement {
  /// Here, so that there is one for each type: one for all would ask the type anew for each element.
  static func encode(optionals: [Self?], into bytes: inout [UInt8])
}

extension PostgresScalar where Self: RawRepresentable, RawValue: PostgresScalar {
  public static var postgresType: PostgresType { RawValue.postgresType }
  public static var arrayType: PostgresType { RawValue.arrayType }

  public func encode(into bytes: inout [UInt8]) {
    rawValue.encode(into: &bytes)
  }

  public static func decode(_ field: PostgresField) throws(PostgresField.Mismatch) -> Self {
    guard let value = Self(rawValue: try RawValue.decode(field)) else {
      throw PostgresField.Mismatch(expected: "a raw value of \(Self.self)", found: "another \(field.type)")
    }
    return value
  }
}

extension Optional: PostgresValue where Wrapped: PostgresValue {
  public static var postgresType: PostgresType { Wrapped.postgresType }

  public var isNull: Bool { self?.isNull ?? true }

  public func encode(into bytes: inout [UInt8]) {
    self?.encode(into: &bytes)
  }

  public static func decode(_ field: PostgresField) throws(PostgresField.Mismatch) -> Wrapped? {
    field.bytes == nil ? nil : try Wrapped.decode(field)
  }
}
