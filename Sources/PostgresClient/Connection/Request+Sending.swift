import CPostgreSQL

extension Request {
  /// Hands the request to libpq, which never blocks here. False if libpq refuses it.
  ///
  /// Statements are always unnamed: a named one would belong to a server session, which a pooler gives to others.
  func send(over connection: OpaquePointer) -> Bool {
    guard let values else { return PQsendQuery(connection, origin.text) == 1 }
    var types = values.map(\.type.oid)
    var sizes = values.map { Int32($0.bytes?.count ?? 0) }
    var formats = [Int32](repeating: 1, count: values.count)
    // All values in one piece of memory, so that their addresses hold while libpq copies them.
    let bytes = values.reduce(into: [UInt8]()) { $0 += $1.bytes ?? [] }
    return bytes.withUnsafeBytes { bytes in
      // An empty value needs an address too: without one it is NULL.
      var address = UnsafeRawPointer(bytes.baseAddress ?? emptyValue)
      let addresses = values.map { value -> UnsafePointer<CChar>? in
        guard let size = value.bytes?.count else { return nil }
        defer { address += size }
        return address.assumingMemoryBound(to: CChar.self)
      }
      return PQsendQueryParams(
        connection, origin.text, Int32(values.count), &types, addresses, &sizes, &formats, 1) == 1
    }
  }
}

nonisolated(unsafe) private let emptyValue = UnsafeRawPointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))
