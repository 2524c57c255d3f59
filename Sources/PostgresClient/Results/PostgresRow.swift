/// One row of a result. Keeps the result it belongs to in memory.
public struct PostgresRow: Sendable {
  let storage: ResultStorage
  public let columns: PostgresColumns
  let index: Int32

  /// Reads one column.
  ///
  /// Throws `PostgresError` of the kind `decoding`, with the column, what was expected and what was found.
  public func decode<Value: PostgresValue>(_ column: Int, as type: Value.Type = Value.self) throws -> Value {
    guard columns.types.indices.contains(column) else {
      throw problem("expected a column \(column), found \(columns.count) columns")
    }
    return try unchecked(column)
  }

  public func decode<Value: PostgresValue>(_ column: String, as type: Value.Type = Value.self) throws -> Value {
    guard let index = columns.index(of: column) else {
      throw problem("expected a column \(column), found \(columns.names.joined(separator: ", "))")
    }
    return try unchecked(index)
  }

  /// Reads the whole row: `let (id, key) = try row.values(Int64.self, String?.self)`.
  public func values<each Value: PostgresValue>(_ types: repeat (each Value).Type) throws -> (repeat each Value) {
    var expected = 0
    for _ in repeat each types { expected += 1 }
    guard expected == columns.count else {
      throw problem("expected \(expected) columns, found \(columns.count)")
    }
    var column = -1
    func next<Next: PostgresValue>(_ type: Next.Type) throws -> Next {
      column += 1
      return try unchecked(column)
    }
    return (repeat try next(each types))
  }

  /// Lends the bytes of a value without copying them, nil for NULL. They must not be kept.
  public func withBytes<Result, Failure: Error>(
    _ column: Int, _ body: (UnsafeRawBufferPointer?) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(columns.types.indices.contains(column), "column \(column) of \(columns.count)")
    defer { extendLifetime(storage) }
    return try body(storage.value(row: index, column: Int32(column)))
  }

  @inline(__always)
  private func unchecked<Value: PostgresValue>(_ column: Int) throws -> Value {
    defer { extendLifetime(storage) }
    let bytes = storage.value(row: index, column: Int32(column))
    do {
      return try Value.decode(PostgresField(bytes: bytes, type: columns.types[column]))
    } catch {
      throw problem("column \(column) (\(columns.names[column])): expected \(error.expected), found \(error.found)")
    }
  }

  private func problem(_ message: String) -> PostgresError {
    PostgresError(.decoding, message: message, origin: columns.origin)
  }
}
