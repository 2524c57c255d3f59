public import Transcripts

/// Random conversations in OpenAI's dialect: parallel, unanswered and reused calls, orphans, blank and missing content,
/// keys that nobody knows.
public struct ChatGenerator {
  public var json: JSONGenerator

  public init(seed: Int) { json = JSONGenerator(seed: seed) }

  /// Messages in an order that need not be legal.
  public mutating func messages(_ count: ClosedRange<Int> = 0...8) -> [JSON] {
    var messages: [JSON] = []
    var open: [String] = []
    for _ in 0..<Int.random(in: count, using: &json.random) {
      if !open.isEmpty && !json.random.once(in: 4) {
        messages.append(toolOutput(id: open.remove(at: Int.random(in: open.indices, using: &json.random))))
        continue
      }
      let message = self.message()
      open += (message["tool_calls"]?.array ?? []).compactMap { $0["id"]?.string }
      messages.append(message)
    }
    return messages
  }

  public mutating func message() -> JSON {
    switch Int.random(in: 0..<12, using: &json.random) {
    case 0: with("role", json.random.pick(["system", "developer"]))
    case 1...4: with("role", "user")
    case 5: toolOutput(id: callID())
    case 6: json.random.once(in: 3) ? json.value() : with("role", .string(json.string()))
    default: assistant()
    }
  }

  private mutating func with(_ key: String, _ value: JSON) -> JSON {
    var members = [JSON.Member(key, value), JSON.Member("content", content())]
    if json.random.once(in: 3) { members += json.members(depth: 2) }
    return .object(members.shuffled(using: &json.random))
  }

  private mutating func assistant() -> JSON {
    var message = with("role", "assistant")
    if json.random.once(in: 3) { message.set("reasoning_content", to: .string(json.string())) }
    if json.random.once(in: 2) {
      message.set("tool_calls", to: .array((0..<Int.random(in: 0...3, using: &json.random)).map { _ in call() }))
    }
    if json.random.once(in: 5) { message.set("refusal", to: .string(json.string())) }
    if json.random.once(in: 8) {
      message.set("function_call", to: ["name": "f", "arguments": .string(json.value().text)])
    }
    return message
  }

  private mutating func call() -> JSON {
    let function: JSON = ["name": json.random.pick(["search", "get", ""]), "arguments": .string(json.value().text)]
    return ["id": .string(callID()), "type": "function", "function": json.random.once(in: 9) ? json.value() : function]
  }

  private mutating func toolOutput(id: String) -> JSON {
    var message = with("role", "tool")
    message.set("tool_call_id", to: .string(id))
    return message
  }

  private mutating func callID() -> String { json.random.pick(["call_0", "call_1", "call_2", "call_3", ""]) }

  public mutating func content() -> JSON {
    switch Int.random(in: 0..<8, using: &json.random) {
    case 0: .null
    case 1: json.value(depth: 2)
    case 2: .array((0..<Int.random(in: 0...3, using: &json.random)).map { _ in part() })
    default: .string(json.string())
    }
  }

  private mutating func part() -> JSON {
    json.random.pick([
      ["type": "text", "text": .string(json.string())],
      ["type": "image_url", "image_url": ["url": "data:image/png;base64,AAAA"]],
      json.value(depth: 1),
    ])
  }
}
