import CurlTransport
import HTTPTransport
import Testing
import Transcripts

@testable import OfflineModel

/// A server for one test, and a client of it.
struct Client {
  let server: OfflineModelServer
  let transport: CurlTransport

  /// Runs the body with a server, and stops it whether or not the body throws.
  static func with(
    _ options: OfflineModelOptions = OfflineModelOptions(), _ body: (Client) async throws -> Void
  ) async throws {
    let client = Client(server: try OfflineModelServer(options), transport: CurlTransport())
    do {
      try await body(client)
    } catch {
      await client.stop()
      throw error
    }
    await client.stop()
  }

  private func stop() async {
    await transport.shutDown()
    await server.stop(within: .zero)
  }

  func get(_ path: String) async throws -> (status: Int, text: String) {
    let request = HTTPRequest(url: root + path)
    let response = try await transport.send(request, deadlines: HTTPDeadlines())
    return (response.status, try await text(of: response))
  }

  /// What the server counted.
  func statistics() async throws -> JSON { try JSON(parsing: try await get("/stats").text) }

  func post(
    _ body: JSON, fault: String? = nil, path: String = "/v1/chat/completions"
  ) async throws -> HTTPResponse {
    var headers = HTTPHeaders([("Content-Type", "application/json")])
    if let fault { headers.append("X-Offline-Fault", fault) }
    let request = HTTPRequest(method: "POST", url: root + path, headers: headers, body: body.utf8)
    return try await transport.send(request, deadlines: HTTPDeadlines())
  }

  func text(of response: HTTPResponse) async throws -> String {
    var bytes: [UInt8] = []
    for try await chunk in response.body { bytes += chunk }
    return String(decoding: bytes, as: UTF8.self)
  }

  private var root: String { String(server.url.dropLast("/v1".count)) }
}

/// A request whose summary is a sentence or two.
func chat(stream: Bool) -> JSON {
  let transcript = (1...12).map { "User: My order \(4_470 + $0) has not come to 12 Mill Lane, Leeds." }
  var body: JSON = [
    "model": "any",
    "messages": [
      ["role": "system", "content": "Summarise."],
      ["role": "user", "content": .string(transcript.joined(separator: "\n"))],
    ],
  ]
  if stream {
    body.set("stream", to: true)
    body.set("stream_options", to: ["include_usage": true])
  }
  return body
}
