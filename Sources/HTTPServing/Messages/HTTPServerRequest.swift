/// A request that has arrived whole: the handler runs only when the body is complete and within its limit.
public struct HTTPServerRequest: Sendable {
  /// As sent, e.g. `GET`; methods are case-sensitive.
  public var method: String
  /// Percent-decoded, without the query.
  public var path: String
  /// Percent-decoded, in order; the value is `nil` for `?name` without `=`.
  public var query: [(name: String, value: String?)]
  public var headers: HTTPServerHeaders
  public var body: [UInt8]

  public init(
    method: String, path: String, query: [(name: String, value: String?)] = [], headers: HTTPServerHeaders = [:],
    body: [UInt8] = []
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
  }

  /// The first value of a query parameter; empty for `?name` without `=`.
  public func parameter(_ name: String) -> String? {
    query.first { $0.name == name }.map { $0.value ?? "" }
  }
}
