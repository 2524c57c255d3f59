public import Transcripts

/// One text of a request. Only plain text is sent: no tools, no images, no reasoning of earlier turns,
/// which is what every server accepts.
public struct ChatMessage: Sendable, Hashable {
  public enum Role: String, Sendable, Hashable {
    case system, user, assistant
  }

  public var role: Role
  public var content: String

  public init(_ role: Role, _ content: String) {
    self.role = role
    self.content = content
  }
}

/// A shape that the answer must have.
public struct ResponseFormat: Sendable, Hashable {
  /// Letters, digits, `_` and `-`.
  public var name: String
  /// A JSON Schema.
  public var schema: JSON

  public init(name: String, schema: JSON) {
    self.name = name
    self.schema = schema
  }
}

/// What a model is asked.
public struct ChatRequest: Sendable, Hashable {
  /// The model's name as the server knows it.
  public var model: String
  public var messages: [ChatMessage]
  /// The most tokens that the answer, reasoning included, may have. Some servers run on to the end of their context without it.
  public var maximumOutputTokens: Int?
  /// From 0 (always the likeliest token) upwards; nil leaves it to the server.
  public var temperature: Double?
  public var responseFormat: ResponseFormat?
  /// Whether the answer is asked for as a stream. Either kind of answer is understood, whatever was asked.
  public var isStreamed: Bool

  public init(
    model: String, messages: [ChatMessage], maximumOutputTokens: Int? = nil, temperature: Double? = nil,
    responseFormat: ResponseFormat? = nil, isStreamed: Bool = true
  ) {
    self.model = model
    self.messages = messages
    self.maximumOutputTokens = maximumOutputTokens
    self.temperature = temperature
    self.responseFormat = responseFormat
    self.isStreamed = isStreamed
  }

  /// A request of instructions, if there are any, and one prompt.
  public init(
    model: String, system: String? = nil, user: String, maximumOutputTokens: Int? = nil, temperature: Double? = nil,
    responseFormat: ResponseFormat? = nil
  ) {
    self.init(
      model: model, messages: (system.map { [ChatMessage(.system, $0)] } ?? []) + [ChatMessage(.user, user)],
      maximumOutputTokens: maximumOutputTokens, temperature: temperature, responseFormat: responseFormat)
  }
}

extension ChatRequest {
  /// Why the request cannot be sent, nil when it can. Names positions, never texts.
  ///
  /// Some servers answer such requests with inventions instead of an error.
  public var fault: String? {
    if model.isEmpty { return "found an empty model name, expected one that the server knows" }
    guard let last = messages.last else { return "found no messages, expected at least one" }
    if last.role != .user { return "found a last message of role \(last.role.rawValue), expected user" }
    for (index, message) in messages.enumerated() {
      if message.content.allSatisfy(\.isWhitespace) { return "message \(index + 1): found a blank text" }
      if message.role == .system, index > 0 { return "message \(index + 1): found role system, expected it first" }
      if index > 0, messages[index - 1].role == message.role {
        return "message \(index + 1): found role \(message.role.rawValue) twice in a row"
      }
    }
    if let cap = maximumOutputTokens, cap < 1 { return "found \(cap) output tokens, expected at least 1" }
    if let temperature, !(temperature >= 0 && temperature.isFinite) {
      return "found temperature \(temperature), expected a number from 0"
    }
    return nil
  }
}
