/// One value of a row as the server sent it. Valid only inside the call that it is passed to.
public struct PostgresField {
  /// The binary form; nil is NULL.
  public let bytes: UnsafeRawBufferPointer?
  public let type: PostgresType

  public init(bytes: UnsafeRawBufferPointer?, type: PostgresType) {
    self.bytes = bytes
    self.type = type
  }

  /// A value that is not what the caller asked for. Names types, never the value.
  public struct Mismatch: Error, Sendable, Hashable {
    public var expected: String
    public var found: String

    public init(expected: String, found: String) {
      self.expected = expected
      self.found = found
    }
  }

  /// The bytes of a value that may not be NULL and has one of these types.
  func bytes(
    of types: PostgresType..., as expected: @autoclosure () -> String
  ) throws(Mismatch) -> UnsafeRawBufferPointer {
    guard types.contains(type) else { throw Mismatch(expected: expected(), found: type.description) }
    guard let bytes else { throw Mismatch(expected: expected(), found: "NULL") }
    return bytes
  }

  /// The same for a type of fixed size.
  @inline(__always)
  func bytes(of type: PostgresType, count: Int) throws(Mismatch) -> UnsafeRawBufferPointer {
    guard self.type == type else { throw Mismatch(expected: type.description, found: self.type.description) }
    guard let bytes else { throw Mismatch(expected: type.description, found: "NULL") }
    guard bytes.count == count else {
      throw Mismatch(expected: "\(count) bytes of \(type)", found: "\(bytes.count) bytes")
    }
    return bytes
  }
}

extension UnsafeRawBufferPointer {
  /// Reads an integer in network byte order. The offset is the caller's to check.
  @inline(__always)
  func bigEndian<Integer: FixedWidthInteger>(_ type: Integer.Type, at offset: Int = 0) -> Integer {
    Integer(bigEndian: loadUnaligned(fromByteOffset: offset, as: Integer.self))
  }
}

extension [UInt8] {
  /// Appends an integer in network byte order.
  mutating func append(bigEndian value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
  }

  /// Writes an integer in network byte order over the bytes at the offset.
  mutating func replace(at offset: Int, bigEndian value: Int32) {
    Swift.withUnsafeBytes(of: value.bigEndian) { bytes in
      for index in 0..<4 { self[offset + index] = bytes[index] }
    }
  }
}
