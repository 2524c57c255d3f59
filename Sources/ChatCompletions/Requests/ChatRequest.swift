public import Transcripts

/// A shape that the answer must have.
public struct ResponseFormat: Sendable, Hashable {
  /// Letters, digits, `_` and `-`.
  public var name: String
  /// A JSON Schema.
  public var schema: JSON
  /// Whether the server is told to follow it to the letter, which needs a schema that leaves nothing open.
  public var isStrict: Bool

  /// A shape by its schema.
  public init(name: String, schema: JSON, isStrict: Bool = true) {
    self.name = name
    self.schema = schema
    self.isStrict = isStrict
  }
}

/// What a model is asked.
public struct ChatRequest: Sendable, Hashable {
  /// The model's name as the server knows it.
  public var model: String
  /// The history, the message to be answered last.
  public var messages: [ChatMessage]
  /// The most tokens that the answer, reasoning included, may have. Some servers run on to the end of their context without it.
  public var maximumOutputTokens: Int?
  /// From 0 (always the likeliest token) upwards; nil leaves it to the server.
  public var temperature: Double?
  /// How tokens are picked.
  public var sampling = ChatSampling()
  /// How much the model is to think, in a word that the server knows.
  public var reasoningEffort: String?
  /// What may be called.
  public var tools: ChatTools?
  /// The shape that the answer must have.
  public var responseFormat: ResponseFormat?
  /// Whether the answer is asked for as a stream. Either kind of answer is understood, whatever was asked.
  public var isStreamed: Bool

  /// A request of any messages.
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
    if last.role != .user, last.role != .tool {
      return "found a last message of role \(last.role.rawValue), expected user or tool"
    }
    for index in messages.indices {
      if let fault = faultOfMessage(at: index) { return "message \(index + 1): \(fault)" }
    }
    if let cap = maximumOutputTokens, cap < 1 { return "found \(cap) output tokens, expected at least 1" }
    if let temperature, !(temperature >= 0 && temperature.isFinite) {
      return "found temperature \(temperature), expected a number from 0"
    }
    return nil
  }

  private func faultOfMessage(at index: Int) -> String? {
    let message = messages[index]
    let before = index > 0 ? messages[index - 1].role : nil
    if message.isBlank, message.role != .tool, message.toolCalls.isEmpty { return "found a blank text" }
    switch message.role {
    case .system: if before != nil { return "found role system, expected it first" }
    case .tool:
      if before != .tool, before != .assistant {
        return "found role tool, expected it behind the calls that it answers"
      }
      if message.toolCallID?.isEmpty ?? true { return "found a tool's output without the id of its call" }
    case .user, .assistant: if before == message.role { return "found role \(message.role.rawValue) twice in a row" }
    }
    return nil
  }
}
