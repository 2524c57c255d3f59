/// Takes COPY's binary format apart, however it is cut into pieces: a header, then rows of values after their sizes, a
/// row of -1 values at the end.
struct BinaryCopyReader {
  static let signature: [UInt8] = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00]

  private var buffer: [UInt8] = []
  private var offset = 0
  private var isPastHeader = false
  private(set) var isComplete = false

  enum Problem: Error, Equatable {
    case noSignature
    /// The rows have object identifiers, which PostgreSQL 12 did away with, or something newer.
    case unknownFlags(UInt32)
    case damagedRow
    case dataAfterEnd
  }

  mutating func append(_ piece: [UInt8]) {
    // Rows keep the piece they are in; what is not cut through is not copied.
    buffer = offset == buffer.count ? piece : buffer[offset...] + piece
    offset = 0
  }

  /// The next whole row; nil when more data is needed, or at the end.
  mutating func next() throws(Problem) -> BinaryCopyRow? {
    guard try readHeader() else { return nil }
    guard !isComplete else {
      guard offset == buffer.count else { throw .dataAfterEnd }
      return nil
    }
    var end = offset
    guard let count = integer(Int16.self, at: &end) else { return nil }
    guard count >= 0 else {
      guard count == -1 else { throw .damagedRow }
      (isComplete, offset) = (true, end)
      return try next()
    }
    var values: [Range<Int>?] = []
    values.reserveCapacity(Int(count))
    for _ in 0..<count {
      guard let size = integer(Int32.self, at: &end) else { return nil }
      guard size >= -1 else { throw .damagedRow }
      guard size >= 0 else {
        values.append(nil)
        continue
      }
      guard buffer.count - end >= size else { return nil }
      values.append(end..<end + Int(size))
      end += Int(size)
    }
    defer { offset = end }
    return BinaryCopyRow(piece: buffer, values: values)
  }

  private mutating func readHeader() throws(Problem) -> Bool {
    guard !isPastHeader else { return true }
    guard buffer.count >= 19 else {
      guard Self.signature.starts(with: buffer.prefix(11)) else { throw .noSignature }
      return false
    }
    guard buffer.starts(with: Self.signature) else { throw .noSignature }
    var end = 11
    let flags = integer(UInt32.self, at: &end) ?? 0
    // The upper half is for what a reader must understand.
    guard flags >> 16 == 0 else { throw .unknownFlags(flags) }
    guard let more = integer(UInt32.self, at: &end), buffer.count - end >= Int(more) else { return false }
    offset = end + Int(more)
    isPastHeader = true
    return true
  }

  private func integer<Integer: FixedWidthInteger>(_ type: Integer.Type, at position: inout Int) -> Integer? {
    let size = Integer.bitWidth / 8
    guard buffer.count - position >= size else { return nil }
    defer { position += size }
    return buffer.withUnsafeBytes { $0.bigEndian(type, at: position) }
  }
}

/// A row of a binary COPY. It says nothing about types: they have to be asked for as they are.
public struct BinaryCopyRow: Sendable {
  let piece: [UInt8]
  let values: [Range<Int>?]

  public var count: Int { values.count }

  /// Reads one column as the type that `Value` is bound as. A value that does not have that form is an error only if
  /// its size shows it.
  public func decode<Value: PostgresValue>(_ column: Int, as type: Value.Type = Value.self) throws -> Value {
    guard values.indices.contains(column) else {
      throw PostgresError(.decoding, message: "expected a column \(column), found \(count) columns")
    }
    do {
      return try withBytes(column) { (bytes) throws(PostgresField.Mismatch) in
        try Value.decode(PostgresField(bytes: bytes, type: Value.postgresType))
      }
    } catch {
      throw PostgresError(
        .decoding, message: "column \(column): expected \(error.expected), found \(error.found)")
    }
  }

  /// Reads the whole row.
  public func values<each Value: PostgresValue>(_ types: repeat (each Value).Type) throws -> (repeat each Value) {
    var expected = 0
    for _ in repeat each types { expected += 1 }
    guard expected == count else {
      throw PostgresError(.decoding, message: "expected \(expected) columns, found \(count)")
    }
    var column = -1
    func next<Next: PostgresValue>(_ type: Next.Type) throws -> Next {
      column += 1
      return try decode(column)
    }
    return (repeat try next(each types))
  }

  /// Lends the bytes of a value without copying them, nil for NULL. They must not be kept.
  public func withBytes<Result, Failure: Error>(
    _ column: Int, _ body: (UnsafeRawBufferPointer?) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let range = values[column] else { return try body(nil) }
    return try piece.withUnsafeBufferPointer { (bytes) throws(Failure) in
      try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[range])))
    }
  }
}
