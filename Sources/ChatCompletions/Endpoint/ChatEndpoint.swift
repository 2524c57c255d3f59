public import HTTPTransport

/// Where a model is asked, and how one identifies oneself there.
public struct ChatEndpoint: Sendable, Hashable {
  /// How one identifies oneself.
  public enum Authorization: Sendable, Hashable {
    /// Not at all.
    case none
    /// By `Authorization: Bearer`.
    case bearer(Secret)
    /// The key alone in a header field of that name.
    case header(String, Secret)
  }

  /// The full address; see ``EndpointURL``.
  public let url: String
  /// How one identifies oneself here.
  public let authorization: Authorization
  /// Header fields that a provider asks for besides, such as `OpenAI-Project`. Their values are secrets where
  /// they were added as such.
  public internal(set) var extraHeaders: HTTPHeaders

  /// An endpoint by its address.
  ///
  /// - Parameters:
  ///   - base: any of the forms that ``EndpointURL/chatCompletions(base:)`` takes.
  ///   - authorization: how one identifies oneself there.
  ///   - extraHeaders: header fields of each request.
  public init(
    base: String, authorization: Authorization = .none, extraHeaders: HTTPHeaders = HTTPHeaders()
  ) throws(EndpointURL.Invalid) {
    url = try EndpointURL.chatCompletions(base: base)
    self.authorization = authorization
    self.extraHeaders = extraHeaders
  }

  /// With a key in the header field that the host expects: `api-key` for Azure, `Authorization` elsewhere.
  public init(base: String, key: Secret?) throws(EndpointURL.Invalid) {
    let url = try EndpointURL.chatCompletions(base: base)
    let authority = url.drop { $0 != "/" }.drop { $0 == "/" }.prefix { $0 != "/" && $0 != ":" && $0 != "?" }
    let isAzure = [".openai.azure.com", ".cognitiveservices.azure.com", ".services.ai.azure.com"]
      .contains { authority.lowercased().hasSuffix($0) }
    self.url = url
    authorization = key.map { isAzure ? .header("api-key", $0) : .bearer($0) } ?? .none
    extraHeaders = HTTPHeaders()
  }

  /// The address without its query, for errors and records.
  public var name: String { String(url.prefix { $0 != "?" }) }

  /// The texts that must not appear anywhere.
  var secrets: [String] {
    let keys: [String] =
      switch authorization {
      case .none: []
      case .bearer(let key), .header(_, let key): [key.reveal()]
      }
    return keys
      + extraHeaders.fields.compactMap { field in
        if case .secret(_, let secret) = field.value { secret.reveal() } else { nil }
      }
  }

  func request(body: [UInt8], isStreamed: Bool, maximumResponseBytes: Int) -> HTTPRequest {
    var headers = HTTPHeaders()
    headers.append("Content-Type", "application/json")
    // Some servers stream whenever a client says that it could read a stream.
    headers.append("Accept", isStreamed ? "text/event-stream" : "application/json")
    switch authorization {
    case .none: break
    case .bearer(let key): headers.append("Authorization", prefix: "Bearer ", secret: key)
    case .header(let name, let key): headers.append(name, secret: key)
    }
    for field in extraHeaders.fields { headers.append(field) }
    return HTTPRequest(
      method: "POST", url: url, headers: headers, body: body, maximumResponseBytes: maximumResponseBytes)
  }
}
