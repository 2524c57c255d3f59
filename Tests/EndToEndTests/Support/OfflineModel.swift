import CurlTransport
import Foundation
import HTTPTransport
import Testing
import Transcripts

/// A running `offline-model`.
final class OfflineModel: Sendable {
  private let tool: Tool
  /// The base URL that a client is given.
  let url: String
  private let record: URL?

  /// Starts it on a free port.
  init(_ flags: [String], record: URL?, in folder: URL) async throws {
    self.record = record
    let tool = try Tool(
      "offline-model", ["--port", "0"] + flags + (record.map { ["--record", $0.path] } ?? []), environment: [:],
      in: folder)
    let words = "ready at "
    try await waitUntil("offline-model is ready") {
      try #require(tool.isRunning, Comment(rawValue: tool.errors))
      return tool.output.contains(words) && tool.output.hasSuffix("\n")
    }
    let line = tool.output.split(separator: "\n")[0]
    url = String(line[line.range(of: words)!.upperBound...])
    self.tool = tool
  }

  /// Requests that came, those without an answer yet, and so on, by name.
  func statistics() async throws -> JSON {
    try JSON(parsing: try await HTTP.get(url.replacing("/v1", with: "/stats")).body)
  }

  var requests: Int {
    get async throws { try await statistics()["requests"]?.int ?? 0 }
  }

  /// What was asked, where it was recorded: the bodies of the requests in their order.
  func recorded() throws -> [JSON] {
    guard let record else { return [] }
    let lines = try String(contentsOf: record, encoding: .utf8).split(separator: "\n")
    return try lines.map { try JSON(parsing: Array($0.utf8)) }
  }

  func stop() async {
    tool.send(SIGTERM)
    _ = await tool.wait()
  }
}

/// Plain requests.
enum HTTP {
  private static let transport = CurlTransport()

  static func get(_ url: String, headers: HTTPHeaders = HTTPHeaders()) async throws -> (
    status: Int, type: String?, body: String
  ) {
    let response = try await transport.send(
      HTTPRequest(method: "GET", url: url, headers: headers),
      deadlines: HTTPDeadlines(connect: .seconds(10), total: .seconds(30)))
    let body = try await response.body.collect(upTo: 16 << 20)
    return (response.status, response.headers["Content-Type"], String(decoding: body, as: UTF8.self))
  }
}
