import ChatCompletions
import CurlChatCompletions
import CurlTransport
import FoundationEssentials
import LanguageModels
import OfflineModel
import Testing

/// Runs the body with a server of its own, and a model that asks it over HTTP.
func withServer(
  _ options: OfflineModelOptions = OfflineModelOptions(), fault: String? = nil,
  _ body: (ChatCompletionsLanguageModel, OfflineModelServer) async throws -> Void
) async throws {
  let server = try OfflineModelServer(options)
  let model = ChatCompletionsLanguageModel(
    name: "extractive", url: try #require(URL(string: server.url)),
    additionalHeaders: fault.map { ["X-Offline-Fault": $0] } ?? [:])
  do { try await body(model, server) } catch {
    await server.stop(within: .zero)
    throw error
  }
  await server.stop(within: .zero)
}

struct Weather: Tool {
  struct Arguments: Generable {
    var city: String
  }

  let name = "get_weather"
  let description = "Finds the weather of a city."

  func call(arguments: Arguments) async throws -> String { "It rains in \(arguments.city)." }
}

struct Recipe: Generable {
  var name: String
  var servings: Int
  var vegan: Bool
  var steps: [String]

  static let guides = [Guide(\Recipe.servings, .range(2...12))]
}

/// The error that an operation throws, or `nil`.
func failure(of operation: () async throws -> Void) async -> (any Error)? {
  do {
    try await operation()
    return nil
  } catch {
    return error
  }
}
