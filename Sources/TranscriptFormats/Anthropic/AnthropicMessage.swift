import Transcripts

/// A message of Anthropic's API, and the entries that it is:
///
/// | role | entries, in this order | of the blocks |
/// |---|---|---|
/// | `user` | `toolOutput`, one each | `tool_result` |
/// | | `prompt` | all others; also when there is nothing |
/// | `assistant` | `reasoning` | `thinking`, `redacted_thinking` |
/// | | `response` | all others; also when there is nothing |
/// | | `toolCalls` | `tool_use` |
/// | `system` | `instructions` | all |
///
/// Anything else is one opaque, ill-formed `response`. Blocks of unknown type make their entry opaque.
struct AnthropicMessage {
  private let raw: RawJSON
  private let role: String?
  private let content: RawJSON?

  init(_ raw: RawJSON) {
    self.raw = raw
    role = raw["role"]?.string
    content = raw["content"]
  }

  var entries: [EntryDraft] {
    guard let content, content.kind == .string || content.kind == .array else { return [notUnderstood] }
    switch role {
    case "user": return userEntries(content).numbered
    case "assistant": return assistantEntries(content).numbered
    case "system": return AnthropicMessage.entries(ofSystem: content)
    default: return [notUnderstood]
    }
  }

  /// The entry of the system prompt, which is a string or an array of blocks.
  static func entries(ofSystem content: RawJSON) -> [EntryDraft] {
    let converted = AnthropicContent(content)
    let isKnown = content.kind == .string || content.kind == .array
    let chat: JSON = ["role": "system", "content": converted.chat]
    return [EntryDraft(kind: .instructions, chat: chat, traits: isKnown ? converted.traits : [.opaque, .illFormed])]
  }

  private func userEntries(_ content: RawJSON) -> [EntryDraft] {
    let results = content.elements.filter { $0["type"]?.string == "tool_result" }
    let rest = content.elements.filter { $0["type"]?.string != "tool_result" }
    var entries = results.map(AnthropicMessage.toolOutput)
    if content.kind == .string || !rest.isEmpty || results.isEmpty {
      let converted = content.kind == .string ? AnthropicContent(content) : AnthropicContent(blocks: rest)
      entries.append(
        EntryDraft(kind: .prompt, chat: ["role": "user", "content": converted.chat], traits: converted.traits))
    }
    return entries
  }

  private static func toolOutput(_ block: RawJSON) -> EntryDraft {
    let converted = block["content"].map { AnthropicContent(toolResult: $0) }
    var chat: JSON = ["role": "tool"]
    if let id = block["tool_use_id"]?.nonEmptyString { chat.set("tool_call_id", to: .string(id)) }
    chat.set("content", to: converted?.chat ?? "")
    return EntryDraft(kind: .toolOutput, chat: chat, traits: converted?.traits ?? [])
  }

  private func assistantEntries(_ content: RawJSON) -> [EntryDraft] {
    var thoughts: [RawJSON] = []
    var calls: [RawJSON] = []
    var rest: [RawJSON] = []
    for block in content.elements {
      switch block["type"]?.string {
      case "thinking", "redacted_thinking": thoughts.append(block)
      case "tool_use": calls.append(block)
      default: rest.append(block)
      }
    }
    var entries: [EntryDraft] = []
    if !thoughts.isEmpty { entries.append(reasoning(thoughts)) }
    if content.kind == .string || !rest.isEmpty || (thoughts.isEmpty && calls.isEmpty) {
      let converted = content.kind == .string ? AnthropicContent(content) : AnthropicContent(blocks: rest)
      entries.append(
        EntryDraft(kind: .response, chat: ["role": "assistant", "content": converted.chat], traits: converted.traits))
    }
    if !calls.isEmpty {
      let chat: JSON = ["role": "assistant", "content": nil, "tool_calls": .array(calls.map(toolCall))]
      entries.append(EntryDraft(kind: .toolCalls, chat: chat))
    }
    return entries
  }

  private func reasoning(_ blocks: [RawJSON]) -> EntryDraft {
    let texts = blocks.compactMap { $0["thinking"]?.nonEmptyString }
    let text = texts.isEmpty ? Placeholder.withheldReasoning : texts.joined(separator: "\n")
    return EntryDraft(
      kind: .reasoning, chat: ["role": "assistant", "reasoning_content": .string(text)],
      traits: texts.count < blocks.count ? .opaque : [])
  }

  private func toolCall(_ block: RawJSON) -> JSON {
    var function: JSON = [:]
    if let name = block["name"]?.nonEmptyString { function.set("name", to: .string(name)) }
    function.set("arguments", to: .string(block["input"]?.text ?? "{}"))
    var call: JSON = [:]
    if let id = block["id"]?.nonEmptyString { call.set("id", to: .string(id)) }
    call.set("type", to: "function")
    call.set("function", to: function)
    return call
  }

  private var notUnderstood: EntryDraft {
    let text = Placeholder.unknown(raw.text)
    return EntryDraft(
      kind: .response, chat: ["role": "assistant", "content": .string(text)], traits: [.opaque, .illFormed])
  }
}
