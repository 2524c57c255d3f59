import YAMLDocuments

/// A model behind a chat-completions API.
public struct Model: Sendable, Equatable {
  public var url: URLSource
  /// What the server calls it.
  public var name: String
  public var apiKey: SecretSource?
  public var price: Price
  /// Tokens of one request and its reply together.
  public var contextWindow: Int
  public var timeouts: Timeouts
  public var maxRetries: Int
  public var temperature: Double?
  /// Whether the server is asked for answers that follow a JSON Schema.
  public var structuredOutput: Bool
  /// Further headers in the order of the file.
  public var headers: [Header]

  public struct Timeouts: Sendable, Equatable {
    public var connect: Duration
    public var firstByte: Duration
    /// Silence between two pieces of the reply.
    public var idle: Duration
    public var total: Duration
  }

  public struct Header: Sendable, Equatable {
    public enum Value: Sendable, Equatable {
      case text(String)
      case secret(SecretSource)
    }

    public var name: String
    public var value: Value
  }
}

/// Where a base URL comes from.
public struct URLSource: Sendable, Equatable {
  /// The environment variable that holds it, if one may.
  public var environment: String?
  /// The URL as written, or where the variable is not set.
  public var url: String?
  var file: String
  var range: SourceRange

  /// The base URL.
  ///
  /// - Throws: a finding that names the variable and the place in the job file, when it is not set and there is no
  ///   default, or holds no base URL.
  public func resolve(environment values: [String: String]) throws(Diagnostic) -> String {
    guard let environment, let value = values[environment], !value.isEmpty else {
      if let url { return url }
      throw Diagnostic(
        .error, file: file, range: range, "the environment variable `\(environment ?? "")` is not set",
        expected: TextRule.url.expectation)
    }
    if let mistake = baseURLMistake(in: value) {
      throw Diagnostic(
        .error, file: file, range: range, "the environment variable `\(environment)` \(mistake.problem)",
        found: mistake.hidesText ? "a value that is not repeated here" : quoted(value), expected: mistake.expected)
    }
    return value
  }
}
