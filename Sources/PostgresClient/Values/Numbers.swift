/// Reads `smallint`, `integer`, `bigint` or `oid` into an integer at least as wide, so that no value can fail to fit.
@inline(__always)
private func decodeInteger<Integer: FixedWidthInteger>(
  _ field: PostgresField, as name: PostgresType
) throws(PostgresField.Mismatch) -> Integer {
  guard let bytes = field.bytes else {
    throw PostgresField.Mismatch(expected: name.description, found: "NULL")
  }
  switch (field.type, bytes.count) {
  case (.int8, 8) where Integer.bitWidth >= 64: return Integer(truncatingIfNeeded: bytes.bigEndian(Int64.self))
  case (.int4, 4) where Integer.bitWidth >= 32: return Integer(truncatingIfNeeded: bytes.bigEndian(Int32.self))
  case (.int2, 2): return Integer(truncatingIfNeeded: bytes.bigEndian(Int16.self))
  case (.oid, 4) where Integer.bitWidth >= 64: return Integer(truncatingIfNeeded: bytes.bigEndian(UInt32.self))
  default: throw PostgresField.Mismatch(expected: name.description, found: field.type.description)
  }
}

extension Int16: PostgresScalar {
  public static var postgresType: PostgresType { .int2 }
  public static var arrayType: PostgresType { .int2Array }
  public func encode(into bytes: inout [UInt8]) { bytes.append(bigEndian: self) }
  public static func decode(_ field: PostgresField) throws(PostgresField.Mismatch) -> Int16 {
    try decodeInteger(field, as: .int2)
  }
}

extension Int32: PostgresScalar {
  public static var postgresType: PostgresType { .int4 }
  public static var arrayType: PostgresType { .int4Array }
  public func encode(into bytes: inout [UInt8]) { bytes.append(bigEndian: self) }
  public static func decode(_ field: PostgresField) throws(PostgresField.Mismatch) -> Int32 {
    try decodeInteger(field, as: .int4)
  }
}

extension Int64: PostgresScalar {
  public static var postgresType: PostgresType { .int8 }
  public static var arrayType: PostgresType { .int8Array }
  public func encode(into bytes: inout [UInt8]) { bytes.append(bigEndian: self) }
  public static func decode(_ field: PostgresField) throws(PostgresField.Mismatch) -> Int64 {
    try decodeInteger(field, as: .int8)
  }
}

extension Int: PostgresScalar {
  public static var postgresType: PostgresType { .int8 }
  public static var arrayType: PostgresType { .int8Array }
  public func encode(into bytes: inout [UInt8]) { bytes.append(bigEndian: Int64(self)) }
  public static func decode(_ field: PostgresField) throws(PostgresField.Mismatch) -> Int {
    try decodeInteger(field, as: .int8)
  }
}

extension Double: PostgresScalar {
  public static var postgresType: PostgresType { .float8 }
  public static var arrayType: PostgresType { .float8Array }
  public func encode(into bytes: inout [UInt8]) { bytes.append(bigEndian: bitPattern) }
  public static func decode(_ field: PostgresField) throws(PostgresField.Mismatch) -> Double {
    if field.type == .float4 {
      return Double(Float(bitPattern: try field.bytes(of: .float4, count: 4).bigEndian(UInt32.self)))
    }
    return Double(bitPattern: try field.bytes(of: .float8, count: 8).bigEndian(UInt64.self))
  }
}

extension Bool: PostgresScalar {
  public static var postgresType: PostgresType { .bool }
  public static var arrayType: PostgresType { .boolArray }
  public func encode(into bytes: inout [UInt8]) { bytes.append(self ? 1 : 0) }
  public static func decode(_ field: PostgresField) throws(PostgresField.Mismatch) -> Bool {
    try field.bytes(of: .bool, count: 1)[0] != 0
  }
}
