/// One message of a request.
///
/// Text alone is what every server accepts; images, tool calls and reasoning go to servers that are known to take them.
public struct ChatMessage: Sendable, Hashable {
  /// Who speaks.
  public enum Role: String, Sendable, Hashable {
    /// Instructions, the user, the model.
    case system, user, assistant
    /// What a tool returned.
    case tool
  }

  /// A piece of what is said.
  public enum Part: Sendable, Hashable {
    /// Plain text.
    case text(String)
    /// An `http`, `https` or `data` URL.
    case image(url: String)
  }

  /// Who speaks.
  public var role: Role
  /// Written as one string where all of it is text.
  public var parts: [Part]
  /// What the model thought before, sent back to servers that want it.
  public var reasoning: String?
  /// Of an assistant.
  public var toolCalls: [ReplyContent.ToolCall]
  /// The call that a message of role `tool` answers.
  public var toolCallID: String?

  /// A message of one text.
  public init(_ role: Role, _ content: String) {
    self.init(role, parts: [.text(content)])
  }

  /// A message of any kind.
  public init(
    _ role: Role, parts: [Part], reasoning: String? = nil, toolCalls: [ReplyContent.ToolCall] = [],
    toolCallID: String? = nil
  ) {
    self.role = role
    self.parts = parts
    self.reasoning = reasoning
    self.toolCalls = toolCalls
    self.toolCallID = toolCallID
  }

  /// All text, without images.
  public var content: String {
    // Nearly always: joined, a long text would be copied each time that it is looked at.
    if parts.count == 1, case .text(let text) = parts[0] { return text }
    return parts.compactMap { if case .text(let text) = $0 { text } else { nil } }.joined(separator: "\n")
  }

  var hasImages: Bool {
    parts.contains { if case .image = $0 { true } else { false } }
  }

  /// Whether a server would find nothing in it.
  var isBlank: Bool { !hasImages && content.allSatisfy(\.isWhitespace) }

  /// Adds text as a paragraph of its own: to the text at the end, where there is one.
  mutating func append(paragraph text: String) {
    if case .text(let last)? = parts.last {
      parts[parts.count - 1] = .text(last.isEmpty ? text : last + "\n\n" + text)
    } else {
      parts.append(.text(text))
    }
  }

  /// Puts text before everything else, as a paragraph of its own.
  mutating func prepend(paragraph text: String) {
    if case .text(let first)? = parts.first {
      parts[0] = .text(text + "\n\n" + first)
    } else {
      parts.insert(.text(text), at: 0)
    }
  }
}
