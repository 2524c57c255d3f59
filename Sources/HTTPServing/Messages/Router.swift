/// Chooses a handler by method and exact path; answers 404, 405 and `OPTIONS` itself.
///
/// `HEAD` is served by the handler of `GET`: the server leaves the body away.
public struct Router: Sendable {
  private var routes: [String: [String: HTTPServer.Handler]] = [:]
  private let refusal: @Sendable (_ status: Int, _ message: String) -> HTTPServerResponse

  /// - Parameter refusal: the form of a 404 or 405; plain text unless told otherwise.
  public init(
    refusal: @escaping @Sendable (_ status: Int, _ message: String) -> HTTPServerResponse = {
      HTTPServerResponse.text($1 + "\n", status: $0)
    }
  ) {
    self.refusal = refusal
  }

  /// Registers a handler; a second one for the same method and path replaces the first.
  public mutating func on(_ method: String, _ path: String, _ handler: @escaping HTTPServer.Handler) {
    routes[path, default: [:]][method] = handler
  }

  public func respond(to request: HTTPServerRequest) async -> HTTPServerResponse {
    guard let methods = routes[request.path] else {
      return refusal(404, "nothing is served at \(request.path)")
    }
    let wanted = request.method == "HEAD" && methods["HEAD"] == nil ? "GET" : request.method
    if let handler = methods[wanted] { return await handler(request) }

    var allowed = Set(methods.keys).union(["OPTIONS"])
    if allowed.contains("GET") { allowed.insert("HEAD") }
    let list = allowed.sorted().joined(separator: ", ")
    var response =
      request.method == "OPTIONS"
      ? HTTPServerResponse(status: 204) : refusal(405, "\(request.path) takes \(list), not \(request.method)")
    response.headers["Allow"] = list
    return response
  }
}
