import CPostgreSQL

/// The names and types of a result's columns.
public final class PostgresColumns: Sendable {
  public let names: [String]
  public let types: [PostgresType]
  public let origin: StatementOrigin

  init(of result: OpaquePointer, origin: StatementOrigin) {
    let indices = 0..<PQnfields(result)
    names = indices.map { index in PQfname(result, index).map { String(cString: $0) } ?? "" }
    types = indices.map { PostgresType(oid: PQftype(result, $0)) }
    self.origin = origin
  }

  public var count: Int { names.count }

  /// The first column of this name.
  public func index(of name: String) -> Int? {
    names.firstIndex(of: name)
  }
}
