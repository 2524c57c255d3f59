import CPostgreSQL

/// What the server says about the data of a COPY.
struct CopyFormat: Sendable, Equatable {
  var isBinary: Bool
  var columns: Int

  init(of result: OpaquePointer) {
    isBinary = PQbinaryTuples(result) == 1
    columns = Int(PQnfields(result))
  }
}
