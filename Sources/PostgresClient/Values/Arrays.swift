extension Array: PostgresValue where Element: PostgresArrayElement {
  public static var postgresType: PostgresType { Element.arrayType }

  public func encode(into bytes: inout [UInt8]) {
    Element.encode(array: self, into: &bytes)
  }

  public static func decode(_ field: PostgresField) throws(PostgresField.Mismatch) -> [Element] {
    try Element.decode(arrayIn: field)
  }
}

/// `bytea[]`.
extension Array: PostgresArrayElement, PostgresScalar where Element == UInt8 {
  public static var arrayType: PostgresType { .byteaArray }
}

/// An array some of whose elements may be NULL.
extension Optional: PostgresArrayElement where Wrapped: PostgresScalar {
  public static var arrayType: PostgresType { Wrapped.arrayType }

  public static func encode(array: [Wrapped?], into bytes: inout [UInt8]) {
    Wrapped.encode(optionals: array, into: &bytes)
  }

  public static func decode(arrayIn field: PostgresField) throws(PostgresField.Mismatch) -> [Wrapped?] {
    try decodeArray(field)
  }
}

extension PostgresScalar {
  public static func encode(optionals: [Self?], into bytes: inout [UInt8]) {
    encodeArray(optionals, into: &bytes)
  }

  public static func encode(array: [Self], into bytes: inout [UInt8]) {
    encodeArray(array, into: &bytes)
  }

  public static func decode(arrayIn field: PostgresField) throws(PostgresField.Mismatch) -> [Self] {
    try decodeArray(field)
  }
}

/// One dimension: a header of five 32-bit numbers (dimensions, whether there are NULLs, the element's type, the count,
/// the first index), then each element after its size, -1 for NULL. An empty array has no dimension.
private func encodeArray<Element: PostgresValue>(_ array: [Element], into bytes: inout [UInt8]) {
  bytes.append(bigEndian: Int32(array.isEmpty ? 0 : 1))
  bytes.append(bigEndian: Int32(array.contains(where: \.isNull) ? 1 : 0))
  bytes.append(bigEndian: Element.postgresType.oid)
  guard !array.isEmpty else { return }
  bytes.append(bigEndian: Int32(array.count))
  bytes.append(bigEndian: Int32(1))
  for element in array { bytes.append(sized: element) }
}

extension [UInt8] {
  /// Appends a value after its size in bytes, -1 for NULL: the form in arrays and in COPY.
  mutating func append(sized value: some PostgresValue) {
    let start = count
    append(bigEndian: Int32(-1))
    guard !value.isNull else { return }
    value.encode(into: &self)
    replace(at: start, bigEndian: Int32(count - start - 4))
  }
}

private func decodeArray<Element: PostgresValue>(
  _ field: PostgresField
) throws(PostgresField.Mismatch) -> [Element] {
  let expected = "an array of \(Element.postgresType)"
  guard field.type.isArray else { throw PostgresField.Mismatch(expected: expected, found: field.type.description) }
  guard let bytes = field.bytes else { throw PostgresField.Mismatch(expected: expected, found: "NULL") }
  let damaged = PostgresField.Mismatch(expected: expected, found: "a damaged one")
  guard bytes.count >= 12 else { throw damaged }
  let dimensions = bytes.bigEndian(Int32.self)
  if dimensions == 0 { return [] }
  guard dimensions == 1 else {
    throw PostgresField.Mismatch(expected: expected, found: "one of \(dimensions) dimensions")
  }
  guard bytes.count >= 20 else { throw damaged }
  let type = PostgresType(oid: bytes.bigEndian(UInt32.self, at: 8))
  let count = Int(bytes.bigEndian(Int32.self, at: 12))
  guard count >= 0, count <= bytes.count / 4 else { throw damaged }
  var elements: [Element] = []
  elements.reserveCapacity(count)
  var offset = 20
  for _ in 0..<count {
    guard offset + 4 <= bytes.count else { throw damaged }
    let size = Int(bytes.bigEndian(Int32.self, at: offset))
    offset += 4
    guard size >= 0 else {
      elements.append(try Element.decode(PostgresField(bytes: nil, type: type)))
      continue
    }
    guard offset + size <= bytes.count else { throw damaged }
    let element = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + size])
    elements.append(try Element.decode(PostgresField(bytes: element, type: type)))
    offset += size
  }
  return elements
}
