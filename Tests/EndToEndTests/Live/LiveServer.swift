import ChatCompletions
import CurlTransport
import Foundation
import HTTPTransport
import Testing

/// A real server with real weights, as `scripts/live-servers` starts and names it.
enum LiveServer: String, CaseIterable, CustomTestStringConvertible {
  case llama = "LLAMA"
  case litellm = "LITELLM"

  static let areNamed = allCases.allSatisfy { variable($0.rawValue) != nil }
  /// Said where a test is skipped.
  static let areMissing: Comment = "needs the servers that `make test-live` starts"

  var testDescription: String { rawValue.lowercased() }

  private static func variable(_ name: String) -> String? {
    ProcessInfo.processInfo.environment["COMPACTOR_LIVE_" + name]
  }

  private static func required(_ name: String) throws -> String {
    try #require(variable(name), "scripts/live-servers sets COMPACTOR_LIVE_\(name)")
  }

  var url: String { get throws { try Self.required(rawValue) } }

  var key: String { get throws { try Self.required(rawValue + "_KEY") } }

  /// A model that answers, and calls tools after it has been shown how.
  var model: String { "smollm2" }

  /// The most tokens of a request and its reply together.
  static let contextSize = 2048

  func client(
    key: String? = nil, attempts: Int = 1, transport: any Transport = CurlTransport()
  ) throws -> ChatCompletionsClient {
    try Self.client(url: url, key: key ?? self.key, attempts: attempts, transport: transport)
  }

  /// A client of the model that thinks before it answers; and its name.
  func thinkingClient() throws -> (ChatCompletionsClient, model: String) {
    switch self {
    case .llama: (try Self.client(url: Self.required("THINKING"), key: key), "smollm2")
    case .litellm: (try client(), "thinking")
    }
  }

  static func client(
    url: String, key: String, attempts: Int = 1, transport: any Transport = CurlTransport()
  ) throws -> ChatCompletionsClient {
    ChatCompletionsClient(
      endpoint: try ChatEndpoint(base: url, key: Secret(key)), transport: transport,
      settings: ClientSettings(retries: RetryPolicy(maximumAttempts: attempts, firstDelay: .milliseconds(10))))
  }
}

extension ChatCompletionsClient {
  /// The error of a call, or `nil` where there is an answer.
  func failure(_ request: ChatRequest, observer: (any AttemptObserver)? = nil) async -> ChatError? {
    do throws(ChatError) {
      _ = try await complete(request, observer: observer)
      return nil
    } catch {
      return error
    }
  }
}
