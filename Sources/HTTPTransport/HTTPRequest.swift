/// A request with its whole body in memory.
public struct HTTPRequest: Sendable, Hashable {
  /// As sent: `GET`, `POST`, ….
  public var method: String
  /// Absolute, `http` or `https`.
  public var url: String
  /// The fields, in order.
  public var headers: HTTPHeaders
  /// All of it.
  public var body: [UInt8]
  /// Whether a compressed response is welcome. Not for streams: what compresses also buffers.
  public var acceptsCompression = false
  /// More response body than this many bytes (after decompression) is an error of kind `tooLarge`. Nil is no limit.
  public var maximumResponseBytes: Int?

  /// A request; without more said a `GET` without a body.
  public init(
    method: String = "GET", url: String, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = [],
    acceptsCompression: Bool = false, maximumResponseBytes: Int? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.acceptsCompression = acceptsCompression
    self.maximumResponseBytes = maximumResponseBytes
  }
}

extension HTTPRequest: CustomStringConvertible {
  /// Method, URL without its query, header fields (secrets as placeholders) and the size of the body; never the body.
  public var description: String {
    let bare = url.prefix { $0 != "?" }
    return "\(method) \(bare)\n\(headers)\n(\(body.count) bytes)"
  }
}
