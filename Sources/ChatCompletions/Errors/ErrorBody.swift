import Transcripts

/// What a server says went wrong, in whichever of the many shapes it says it.
public struct ErrorBody: Sendable, Hashable {
  /// The words; may be empty. They may quote the request: redact before they go anywhere, see `Redaction`.
  public var message: String
  /// The kind of error, as the server calls it.
  public var type: String?
  /// As text, also where it is a number.
  public var code: String?
  /// The part of the request that is at fault, as the server calls it.
  public var param: String?
  /// The status that the body itself names.
  public var status: Int?
  /// How long the body says to wait, as a member of its own (`"26s"`).
  var retryDelay: String?
  /// Numbers that a body gives as members of their own.
  var contextSize: Int?
  var promptTokens: Int?

  /// An error in the server's words.
  public init(message: String, type: String? = nil, code: String? = nil, param: String? = nil, status: Int? = nil) {
    self.message = message
    self.type = type
    self.code = code
    self.param = param
    self.status = status
  }

  /// Reads a body that came with an error status. Never fails: what is not JSON is taken as text.
  public init(bytes: [UInt8]) {
    if let json = try? JSON(parsing: bytes) {
      self.init(json)
    } else {
      self.init(text: String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Takes the title of an HTML page, or the text itself.
  init(text: String) {
    let trimmed = text.drop(while: \.isWhitespace)
    if trimmed.first == "<" {
      let title = trimmed.firstRange(of: "<title>").flatMap { start in
        trimmed[start.upperBound...].firstRange(of: "</title>").map {
          String(trimmed[start.upperBound..<$0.lowerBound])
        }
      }
      self.init(message: title ?? "a page in HTML", type: "html")
    } else {
      self.init(message: String(trimmed))
    }
  }

  /// Reads a JSON value that is an error.
  init(_ json: JSON) {
    self.init(json, depth: 0)
  }

  /// Reads a JSON value of a stream or a reply if it is an error rather than an answer.
  init?(ifErrorIn json: JSON) {
    if case .array(let elements) = json {
      guard let first = elements.first, first["error"] != nil else { return nil }
      self.init(first)
      return
    }
    let hasError =
      switch json["error"] {
      case nil, .null, .bool(false): false
      case .string(let text): !text.isEmpty
      case .object(let members): !members.isEmpty
      default: true
      }
    let isAnswer = json["choices"]?.array != nil
    let isFlat =
      !isAnswer
      && (json["object"]?.string == "error" || json["type"]?.string == "error" || json["detail"] != nil
        || json["success"]?.bool == false || json["message"]?.string != nil && json["code"] != nil)
    guard hasError || isFlat else { return nil }
    self.init(json)
  }
}

extension ErrorBody {
  private init(_ json: JSON, depth: Int) {
    self.init(message: "")
    guard depth < 6 else { return }
    switch json {
    case .string(let text): takeWords(text, depth)
    case .array(let elements): if let first = elements.first { self = ErrorBody(first, depth: depth + 1) }
    case .object: takeMembers(of: json, depth)
    default: break
    }
  }

  private mutating func takeMembers(of json: JSON, _ depth: Int) {
    // The innermost words are the ones that say something.
    for key in ["error", "errors", "detail", "details", "message", "msg"] where message.isEmpty {
      if let inner = json[key], !inner.isNull, key != "details" || inner.string != nil {
        self = ErrorBody(inner, depth: depth + 1)
      }
    }
    takeLocation(json["loc"])
    type = type ?? json["type"]?.string.flatMap { $0 == "error" ? nil : $0 } ?? json["error_type"]?.string
    code = code ?? Self.text(json["code"])
    param = param ?? json["param"]?.string
    status = status ?? Self.status(of: json)
    contextSize = contextSize ?? json["n_ctx"]?.int
    promptTokens = promptTokens ?? json["n_prompt_tokens"]?.int
    retryDelay = retryDelay ?? json["details"]?.array?.compactMap { $0["retryDelay"]?.string }.first
    // A router passes on what the provider said.
    if let raw = json["metadata"]?["raw"] {
      let inner = ErrorBody(raw, depth: depth + 1)
      if !inner.message.isEmpty { message = inner.message }
      code = inner.code ?? code
    }
    if code == nil || code == "null", let inner = json["innererror"]?["code"]?.string { code = inner }
  }

  /// JSON inside a text is read too: proxies wrap errors in errors.
  private mutating func takeWords(_ text: String, _ depth: Int) {
    if text.utf8.first == UInt8(ascii: "{") || text.utf8.first == UInt8(ascii: "["), let json = try? JSON(parsing: text)
    {
      self = ErrorBody(json, depth: depth + 1)
    }
    if message.isEmpty { message = text }
  }

  /// Where in the request a validator found fault: `["body", "stream_options", "include_usage"]`.
  private mutating func takeLocation(_ location: JSON?) {
    guard let path = location?.array?.compactMap({ $0.string ?? $0.int.map(String.init) }), !path.isEmpty else {
      return
    }
    param = param ?? path.filter { $0 != "body" }.first
    message = path.joined(separator: ".") + ": " + message
  }

  private static func status(of json: JSON) -> Int? {
    [json["http_status_code"]?.int, json["status"]?.int, json["status_code"]?.int, json["code"]?.int]
      .compactMap(\.self).first { (400...599).contains($0) }
      ?? json["code"]?.string.flatMap { Int($0) }.flatMap {
        (400...599).contains($0) ? $0 : nil
      }
  }

  private static func text(_ json: JSON?) -> String? {
    switch json {
    case .string(let text): text.isEmpty ? nil : text
    case .number(let digits): digits
    default: nil
    }
  }
}
