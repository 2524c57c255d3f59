public import FoundationEssentials

/// An array of bytes is a `bytea`.
extension UInt8: PostgresArrayElement {
  public static var arrayType: PostgresType { .bytea }

  public static func encode(array: [UInt8], into bytes: inout [UInt8]) {
    bytes.append(contentsOf: array)
  }

  public static func decode(arrayIn field: PostgresField) throws(PostgresField.Mismatch) -> [UInt8] {
    [UInt8](try field.bytes(of: .bytea, as: "bytea"))
  }
}

extension UUID: PostgresScalar {
  public static var postgresType: PostgresType { .uuid }
  public static var arrayType: PostgresType { .uuidArray }

  public func encode(into bytes: inout [UInt8]) {
    withUnsafeBytes(of: uuid) { bytes.append(contentsOf: $0) }
  }

  public static func decode(_ field: PostgresField) throws(PostgresField.Mismatch) -> UUID {
    UUID(uuid: try field.bytes(of: .uuid, count: 16).loadUnaligned(as: uuid_t.self))
  }
}
