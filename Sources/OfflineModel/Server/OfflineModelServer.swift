import HTTPServing
import Transcripts

/// A chat-completions server without a model: real HTTP and event streams, and a summary that is an extract.
///
/// | path | |
/// |---|---|
/// | `POST /v1/chat/completions`, `/chat/completions` | a summary of the transcript in the user messages |
/// | `GET /v1/models`, `/health`, `/props` | the model `extractive`, `ok`, the context size |
/// | `GET /stats`, `/metrics` | what was asked and answered, as JSON and for Prometheus |
///
/// It can be told to be slow, to fail and to lie: for all requests by its options, for one by the header
/// `X-Offline-Fault`.
public final class OfflineModelServer: Sendable {
  private let server: HTTPServer

  /// Binds, listens and serves.
  public init(_ options: OfflineModelOptions = OfflineModelOptions()) throws {
    let endpoint = ChatEndpoint(
      options: options, log: try options.recordFile.map { path throws(CannotRecord) in try RequestLog(path: path) })
    var configuration = HTTPServer.Configuration(host: options.host, port: options.port)
    configuration.bodyLimit = 256 << 20
    configuration.connectionLimit = 10_000
    let router = Self.router(endpoint, contextSize: options.contextSize)
    server = try HTTPServer(configuration) { await router.respond(to: $0) }
  }

  public var port: UInt16 { server.port }

  /// The base URL that a client is given: `http://127.0.0.1:8080/v1`.
  public var url: String {
    let host = server.host.contains(":") ? "[\(server.host)]" : server.host
    return "http://\(host):\(server.port)/v1"
  }

  /// Answers what is under way, within a bound, and stops.
  public func stop(within bound: Duration = .seconds(5)) async {
    await server.stop(within: bound)
  }

  private static func router(_ endpoint: ChatEndpoint, contextSize: Int) -> Router {
    var router = Router { status, message in
      APIError(status: status, message: message, type: "invalid_request_error").response
    }
    let name = JSON.string(CompletionIdentity.model)
    let models: JSON = [
      "object": "list", "data": [["id": name, "object": "model", "created": 0, "owned_by": "offline-model"]],
    ]
    let props: JSON = ["default_generation_settings": ["n_ctx": JSON(contextSize)], "model_alias": name]
    for path in ["/v1/chat/completions", "/chat/completions"] {
      router.on("POST", path) { await endpoint.respond(to: $0) }
    }
    for path in ["/v1/models", "/models"] { router.on("GET", path) { _ in .json(models) } }
    for path in ["/health", "/v1/health"] { router.on("GET", path) { _ in .json(["status": "ok"]) } }
    router.on("GET", "/props") { _ in .json(props) }
    router.on("GET", "/stats") { _ in .json(endpoint.statistics.current.json) }
    router.on("GET", "/metrics") { _ in
      .text(endpoint.statistics.current.metrics, type: "text/plain; version=0.0.4; charset=utf-8")
    }
    return router
  }
}
