public enum HTTPServerError: Error, Sendable, CustomStringConvertible {
  /// The address cannot be resolved or bound; `reason` is the system's.
  case cannotListen(host: String, port: UInt16, reason: String)
  /// libmicrohttpd did not start, or a descriptor for it could not be had.
  case cannotStart(reason: String)

  public var description: String {
    switch self {
    case .cannotListen(let host, let port, let reason): "cannot listen on \(host) port \(port): \(reason)"
    case .cannotStart(let reason): "cannot start the HTTP server: \(reason)"
    }
  }
}
