import CurlTransport
import HTTPTransport
import Testing
import Transcripts

extension CurlTransport {
  /// Sends, reads the whole body, and returns what went wrong on the way or nil.
  func failure(of request: HTTPRequest, deadlines: HTTPDeadlines = HTTPDeadlines()) async -> TransportError? {
    do throws(TransportError) {
      _ = try await send(request, deadlines: deadlines).body.collect(upTo: .max)
      return nil
    } catch {
      return error
    }
  }

  /// Sends, and parses the body as JSON.
  func json(_ request: HTTPRequest) async throws -> JSON {
    let response = try await send(request, deadlines: HTTPDeadlines())
    return try JSON(parsing: await response.body.collect(upTo: .max))
  }
}
