/// What a handler answers.
///
/// `Date`, `Connection`, `Content-Length` and `Transfer-Encoding` are the server's own; the last two are left out when a
/// handler sets them.
public struct HTTPServerResponse: Sendable {
  /// Writes a streamed body. Returning ends the body properly; throwing cuts the connection after what was written.
  public typealias Producer = @Sendable (StreamingBody) async throws -> Void

  public enum Body: Sendable {
    case bytes([UInt8])
    /// Sent as it is written: chunked, or with a `Content-Length` where `length` is given. It does not run for `HEAD`.
    case stream(length: Int?, Producer)
    /// Nothing at all, not even a head: the connection is closed.
    case cut
  }

  public var status: Int
  public var headers: HTTPServerHeaders
  public var body: Body

  /// - Parameter status: 200...599.
  public init(status: Int, headers: HTTPServerHeaders = [:], body: Body = .bytes([])) {
    precondition((200...599).contains(status), "a response's status is 200...599, not \(status)")
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// A text of a given media type.
  public static func text(
    _ text: String, status: Int = 200, type: String = "text/plain; charset=utf-8"
  ) -> HTTPServerResponse {
    HTTPServerResponse(status: status, headers: ["Content-Type": type], body: .bytes(Array(text.utf8)))
  }

  /// A body that is written while the client reads it.
  public static func streaming(
    status: Int = 200, type: String, headers: HTTPServerHeaders = [:], _ producer: @escaping Producer
  ) -> HTTPServerResponse {
    var headers = headers
    headers["Content-Type"] = type
    return HTTPServerResponse(status: status, headers: headers, body: .stream(length: nil, producer))
  }

  /// Closes the connection without an answer.
  public static let cut = HTTPServerResponse(status: 500, body: .cut)
}
