import Transcripts

/// OpenAI chat messages as a conversation of Anthropic's API.
///
/// Neighbours of one role become one message, as results of parallel calls must. Reasoning is left out: there is none
/// without a signature, and only the original has that.
struct AnthropicHistory {
  /// A string or blocks; `nil` where there is no system message.
  private(set) var system: JSON?
  private(set) var messages: [JSON] = []
  private let hoistsSystem: Bool

  /// All system messages together make the system prompt.
  init(_ chat: [JSON]) {
    hoistsSystem = true
    for message in chat { add(message) }
  }

  /// System messages stay where they are.
  init(keepingSystemInPlace chat: [JSON]) {
    hoistsSystem = false
    for message in chat { add(message) }
  }

  private mutating func add(_ message: JSON) {
    let content = AnthropicHistory.blocks(message["content"]) + AnthropicHistory.blocks(message["refusal"])
    switch message["role"]?.string {
    case "system", "developer":
      if hoistsSystem {
        system = .array((system?.array ?? []) + content)
      } else {
        append("system", content)
      }
    case "tool", "function":
      let id = message["tool_call_id"] ?? message["name"] ?? ""
      append("user", [["type": "tool_result", "tool_use_id": id, "content": .array(content)]])
    case "assistant":
      append("assistant", content + AnthropicHistory.calls(of: message).map(AnthropicHistory.toolUse))
    default: append("user", content)
    }
  }

  private mutating func append(_ role: JSON, _ blocks: [JSON]) {
    if blocks.isEmpty { return }
    if let last = messages.last, last["role"] == role, let before = last["content"]?.array {
      messages[messages.count - 1].set("content", to: .array(before + blocks))
    } else {
      messages.append(["role": role, "content": .array(blocks)])
    }
  }

  private static func blocks(_ content: JSON?) -> [JSON] {
    switch content {
    case nil, .null: []
    // Anthropic refuses empty text.
    case .string(let text): text.isBlank ? [] : [["type": "text", "text": .string(text)]]
    case .array(let parts): parts.compactMap(block)
    case let other?: [["type": "text", "text": .string(other.text)]]
    }
  }

  private static func block(_ part: JSON) -> JSON? {
    if let text = part["text"]?.string ?? part["refusal"]?.string {
      return text.isBlank ? nil : ["type": "text", "text": .string(text)]
    }
    let url = part["image_url"]?["url"]?.string ?? part["file"]?["file_data"]?.string
    let type: JSON = part["file"] == nil ? "image" : "document"
    guard let url else {
      return ["type": "text", "text": .string(Placeholder.unknown(part.text, type: part["type"]?.string))]
    }
    guard url.hasPrefix("data:"), let comma = url.firstIndex(of: ",") else {
      return ["type": type, "source": ["type": "url", "url": .string(url)]]
    }
    let media = url[url.index(url.startIndex, offsetBy: 5)..<comma].prefix { $0 != ";" }
    let data = String(url[url.index(after: comma)...])
    return [
      "type": type, "source": ["type": "base64", "media_type": .string(String(media)), "data": .string(data)],
    ]
  }

  private static func calls(of message: JSON) -> [JSON] {
    if let calls = message["tool_calls"]?.array, !calls.isEmpty { return calls }
    guard let function = message["function_call"], function.object != nil else { return [] }
    return [["id": function["name"] ?? "", "function": function]]
  }

  /// Anthropic's input is an object: arguments that are none stand in one.
  private static func toolUse(_ call: JSON) -> JSON {
    let function = call["function"] ?? call["custom"]
    let arguments = function?["arguments"] ?? function?["input"] ?? "{}"
    let value = arguments.string.flatMap { try? JSON(parsing: $0) } ?? arguments
    let input: JSON = value.object == nil ? ["input": value] : value
    return ["type": "tool_use", "id": call["id"] ?? "", "name": function?["name"] ?? "", "input": input]
  }
}
