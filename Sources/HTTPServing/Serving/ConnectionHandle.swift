import CMicroHTTPD

/// libmicrohttpd's connection, valid from the first call of the access handler to the completion callback.
///
/// `@unchecked Sendable`: it is used on the daemon's thread, and elsewhere only to resume a suspended connection, which
/// the library allows from any thread and during which the connection cannot go away.
struct ConnectionHandle: @unchecked Sendable {
  let pointer: OpaquePointer

  var socket: Int32 { mhd_connection_socket(pointer) }
  func suspend() { MHD_suspend_connection(pointer) }
  func resume() { MHD_resume_connection(pointer) }

  /// Header fields or query arguments, in order.
  func values(_ kind: MHD_ValueKind) -> [(name: String, value: String?)] {
    var found: [(name: String, value: String?)] = []
    withUnsafeMutablePointer(to: &found) { target in
      _ = MHD_get_connection_values_n(pointer, kind, collectValue, target)
    }
    return found
  }
}

private let collectValue: MHD_KeyValueIteratorN = { context, _, name, nameSize, value, valueSize in
  let target = context!.assumingMemoryBound(to: [(name: String, value: String?)].self)
  target.pointee.append((text(name, nameSize) ?? "", text(value, valueSize)))
  return .YES
}

private func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String? {
  start.map { String(decoding: UnsafeRawBufferPointer(start: $0, count: count), as: UTF8.self) }
}
