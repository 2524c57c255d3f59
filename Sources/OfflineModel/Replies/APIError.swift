import HTTPServing
import Transcripts

/// An error in the form of OpenAI's API, or in that of llama.cpp where it says more.
struct APIError: Error, Equatable {
  var status: Int
  var error: JSON
  var headers: [String: String] = [:]

  static func invalid(_ message: String, param: String? = nil) -> APIError {
    APIError(status: 400, message: message, type: "invalid_request_error", param: param)
  }

  static func unsupportedFormat(_ type: String) -> APIError {
    .invalid("'response_format' of type '\(type)' is not supported", param: "response_format")
  }

  /// As llama.cpp says it.
  static func contextOverflow(tokens: Int, contextSize: Int) -> APIError {
    APIError(
      status: 400,
      error: [
        "code": 400,
        "message": .string(
          "request (\(tokens) tokens) exceeds the available context size (\(contextSize) tokens), try increasing it"),
        "type": "exceed_context_size_error", "n_prompt_tokens": JSON(tokens), "n_ctx": JSON(contextSize),
      ])
  }

  /// The error that a server in trouble answers with such a status.
  static func fault(status: Int, retryAfter: Int) -> APIError {
    switch status {
    case 429:
      APIError(
        status: 429, message: "Rate limit reached, try again in \(retryAfter)s", type: "requests",
        code: "rate_limit_exceeded", headers: ["Retry-After": String(retryAfter)])
    case 401:
      APIError(status: 401, message: "Incorrect API key", type: "invalid_request_error", code: "invalid_api_key")
    case 503:
      APIError(
        status: 503, message: "The engine is currently overloaded", type: "server_error", code: "overloaded",
        headers: ["Retry-After": String(retryAfter)])
    case 500...:
      APIError(status: status, message: "The server had an error", type: "server_error")
    default:
      APIError(status: status, message: "The request failed with status \(status)", type: "invalid_request_error")
    }
  }

  var body: JSON { ["error": error] }

  var response: HTTPServerResponse {
    var response = HTTPServerResponse.json(body, status: status)
    for (name, value) in headers { response.headers[name] = value }
    return response
  }
}

extension APIError {
  init(
    status: Int, message: String, type: String, param: String? = nil, code: String? = nil,
    headers: [String: String] = [:]
  ) {
    self.init(
      status: status,
      error: [
        "message": .string(message), "type": .string(type), "param": param.map { .string($0) } ?? .null,
        "code": code.map { .string($0) } ?? .null,
      ], headers: headers)
  }
}

extension HTTPServerResponse {
  static func json(_ body: JSON, status: Int = 200) -> HTTPServerResponse {
    HTTPServerResponse(
      status: status, headers: ["Content-Type": "application/json; charset=utf-8"], body: .bytes(body.utf8))
  }
}
