public import HTTPTransport

/// Sends requests through libcurl, on one thread of its own for any number of transfers at a time.
///
/// Bodies stream: what is not read holds the sender back. A request that went into a reused connection and got no byte back
/// is sent once more on a new one. Redirects are not followed, but for 307 and 308 to the same host.
public final class CurlTransport: Transport {
  private let loop: EventLoop
  private static let maximumRedirects = 5

  public init(_ configuration: CurlConfiguration = CurlConfiguration()) {
    loop = EventLoop(configuration)
  }

  public func send(
    _ request: HTTPRequest, deadlines: HTTPDeadlines
  ) async throws(TransportError) -> HTTPResponse {
    let clock = ContinuousClock()
    let start = clock.now
    var request = request
    var deadlines = deadlines
    for _ in 0..<Self.maximumRedirects {
      let response = try await exchange(request, deadlines: deadlines)
      guard let location = Redirect.target(of: response, requested: request.url) else { return response }
      response.body.discard()
      request.url = location
      if let total = deadlines.total { deadlines.total = max(.zero, total - (clock.now - start)) }
    }
    throw TransportError(.other, host: RequestURL.host(of: request.url), detail: "too many redirects")
  }

  /// Ends every transfer with an error of kind `shutDown`, closes all connections and returns when the thread is gone.
  /// Later requests fail with the same error.
  public func shutDown() async {
    await loop.shutDown()
  }

  private func exchange(
    _ request: HTTPRequest, deadlines: HTTPDeadlines
  ) async throws(TransportError) -> HTTPResponse {
    let exchange = Exchange(host: try RequestURL.validHost(of: request), loop: loop)
    let head = try await exchange.head(of: request, deadlines: deadlines)
    return HTTPResponse(status: head.status, headers: head.headers, body: HTTPBody(exchange))
  }
}
