import CurlTransport
import HTTPTransport
import Synchronization

/// Does something once, when the body of an answer has begun to come: after so many of its bytes.
final class InterruptingTransport: Transport {
  private let transport = CurlTransport()
  private let bytes: Int
  private let action: @Sendable () -> Void

  init(after bytes: Int, _ action: @escaping @Sendable () -> Void) {
    self.bytes = bytes
    self.action = action
  }

  func send(_ request: HTTPRequest, deadlines: HTTPDeadlines) async throws(TransportError) -> HTTPResponse {
    let response = try await transport.send(request, deadlines: deadlines)
    return HTTPResponse(
      status: response.status, headers: response.headers, body: HTTPBody(Source(response.body, bytes, action)))
  }

  private final class Source: HTTPBodySource {
    private let body: HTTPBody
    /// What is missing until the action, `nil` after it.
    private let missing: Mutex<Int?>
    private let action: @Sendable () -> Void

    init(_ body: HTTPBody, _ bytes: Int, _ action: @escaping @Sendable () -> Void) {
      self.body = body
      missing = Mutex(bytes)
      self.action = action
    }

    func nextChunk() async throws(TransportError) -> [UInt8]? {
      var iterator = body.makeAsyncIterator()
      guard let chunk = try await iterator.next() else { return nil }
      let isDue = missing.withLock { missing in
        guard let left = missing else { return false }
        missing = left > chunk.count ? left - chunk.count : nil
        return missing == nil
      }
      if isDue { action() }
      return chunk
    }

    func discard() { body.discard() }
  }
}
