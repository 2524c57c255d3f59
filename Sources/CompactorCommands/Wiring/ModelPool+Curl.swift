import ChatCompletions
import CurlTransport
import Foundation
import HTTPTransport
import Jobs
import Worker

extension ModelPool {
  /// The clients of a job's models, their addresses and keys looked up in the environment. `Foundation` for files.
  ///
  /// - Throws: `Diagnostic` for a key or address that is not there, with its place in the job file.
  static func connecting(_ job: Job, transport: CurlTransport, environment: [String: String]) throws -> ModelPool {
    ModelPool(
      try job.models.sorted { $0.key < $1.key }.map { name, model in
        let settings = ClientSettings(
          retries: RetryPolicy(maximumAttempts: model.maxRetries + 1), maximumInFlight: job.limits.modelCallsInFlight)
        return ModelClient(
          name: name, model: model,
          client: ChatCompletionsClient(
            endpoint: try endpoint(of: model, environment: environment), transport: transport, settings: settings))
      })
  }

  private static func endpoint(of model: Model, environment: [String: String]) throws -> ChatEndpoint {
    func reveal(_ source: SecretSource) throws -> Secret {
      Secret(
        try source.resolve(environment: environment) { path in
          try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
        })
    }
    let base = try model.url.resolve(environment: environment)
    let keyed = try ChatEndpoint(base: base, key: try model.apiKey.map(reveal))
    guard !model.headers.isEmpty else { return keyed }
    var headers = HTTPHeaders()
    for header in model.headers {
      switch header.value {
      case .text(let text): headers.append(header.name, text)
      case .secret(let source): headers.append(header.name, secret: try reveal(source))
      }
    }
    return try ChatEndpoint(base: base, authorization: keyed.authorization, extraHeaders: headers)
  }
}
