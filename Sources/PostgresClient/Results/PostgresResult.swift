import CPostgreSQL

/// The rows of one statement, all in memory.
public struct PostgresResult: RandomAccessCollection, Sendable {
  let storage: ResultStorage
  public let columns: PostgresColumns

  init(_ storage: ResultStorage, columns: PostgresColumns) {
    self.storage = storage
    self.columns = columns
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { storage.rowCount }

  public subscript(index: Int) -> PostgresRow {
    precondition(indices.contains(index), "row \(index) of \(count)")
    return PostgresRow(storage: storage, columns: columns, index: Int32(index))
  }

  /// What the server did, such as `INSERT 0 5`.
  public var commandTag: String { storage.commandTag }

  /// How many rows the statement wrote, or returned.
  public var affectedRows: Int { storage.affectedRows }
}

/// Owns what libpq returned.
///
/// `@unchecked Sendable`: libpq never changes a PGresult after handing it out.
final class ResultStorage: @unchecked Sendable {
  let pointer: OpaquePointer
  let rowCount: Int

  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
    rowCount = Int(PQntuples(pointer))
  }

  deinit { PQclear(pointer) }

  var status: ExecStatusType { PQresultStatus(pointer) }
  /// What it takes in memory.
  var size: Int { PQresultMemorySize(pointer) }
  var commandTag: String { String(cString: PQcmdStatus(pointer)) }
  var affectedRows: Int { Int(String(cString: PQcmdTuples(pointer))) ?? 0 }

  /// Nil is NULL. The bytes live as long as the result. Row and column are the caller's to check.
  @inline(__always)
  func value(row: Int32, column: Int32) -> UnsafeRawBufferPointer? {
    if PQgetisnull(pointer, row, column) != 0 { return nil }
    return UnsafeRawBufferPointer(
      start: PQgetvalue(pointer, row, column), count: Int(PQgetlength(pointer, row, column)))
  }

  /// libpq's own words on one line, such as that the server closed the connection.
  var message: String {
    String(cString: PQresultErrorMessage(pointer)).onOneLine
  }
}

extension String {
  var onOneLine: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
