import Transcripts

/// A message of a ChatGPT export, and the entries that it is:
///
/// | author | content | entries |
/// |---|---|---|
/// | any | `user_editable_context`, `model_editable_context` | `instructions` |
/// | `system` | any | `instructions` |
/// | `user` | any | `prompt` |
/// | `assistant` | addressed to a tool | `toolCalls` |
/// | | `thoughts`, `reasoning_recap` | `reasoning` |
/// | | any other | `response` |
/// | `tool` | any | `toolOutput` |
/// | | that no open call asked for | `toolCalls` with a call made up for it, `toolOutput` |
///
/// Anything else is one opaque, ill-formed `response`. Content of unknown type makes its entry opaque.
struct ChatGPTMessage {
  private let node: ChatGPTTree.Node
  private let call: ChatGPTCalls.Call?

  init(_ node: ChatGPTTree.Node, call: ChatGPTCalls.Call?) {
    self.node = node
    self.call = call
  }

  var entries: [EntryDraft] {
    guard let message = node.message else { return [notUnderstood] }
    let content = ChatGPTContent(message["content"])
    if content.isContext { return [text(.instructions, "system", content)] }
    switch message["author"]?["role"]?.string {
    case "system": return [text(.instructions, "system", content)]
    case "user": return [text(.prompt, "user", content)]
    case "assistant" where call == .made:
      let arguments = ChatGPTMessage.arguments(content.text)
      return [toolCall(name: ChatGPTCalls.recipient(of: message) ?? "", arguments, traits: content.traits)]
    case "assistant" where content.isReasoning: return [reasoning(content)]
    case "assistant": return [text(.response, "assistant", content)]
    case "tool": return toolEntries(message, content)
    default: return [notUnderstood]
    }
  }

  private func text(_ kind: EntryKind, _ role: JSON, _ content: ChatGPTContent) -> EntryDraft {
    EntryDraft(kind: kind, chat: ["role": role, "content": .string(content.text)], traits: content.traits)
  }

  private func reasoning(_ content: ChatGPTContent) -> EntryDraft {
    let text = content.text.isEmpty ? Placeholder.withheldReasoning : content.text
    return EntryDraft(
      kind: .reasoning, chat: ["role": "assistant", "reasoning_content": .string(text)], traits: content.traits)
  }

  private func toolEntries(_ message: RawJSON, _ content: ChatGPTContent) -> [EntryDraft] {
    let name = message["author"]?["name"]?.nonEmptyString
    var id = node.key
    if case .answer(let call) = call { id = call }
    var chat: JSON = ["role": "tool", "tool_call_id": .string(id)]
    if let name { chat.set("name", to: .string(name)) }
    chat.set("content", to: .string(content.text))
    let output = EntryDraft(kind: .toolOutput, chat: chat, traits: content.traits)
    return call == .unasked ? [toolCall(name: name ?? "tool", "{}"), output].numbered : [output]
  }

  private func toolCall(name: String, _ arguments: String, traits: EntryTraits = []) -> EntryDraft {
    let function: JSON = ["name": .string(name), "arguments": .string(arguments)]
    let call: JSON = ["id": .string(node.key), "type": "function", "function": function]
    return EntryDraft(
      kind: .toolCalls, chat: ["role": "assistant", "content": nil, "tool_calls": [call]], traits: traits)
  }

  /// The text as arguments of a function: itself where it is a JSON object, else as the value of `input`.
  private static func arguments(_ text: String) -> String {
    if let raw = try? RawJSON(text), raw.kind == .object { return text }
    return JSON.object([JSON.Member("input", .string(text))]).text
  }

  private var notUnderstood: EntryDraft {
    EntryDraft(
      kind: .response, chat: ["role": "assistant", "content": .string(Placeholder.unknown(node.raw.text))],
      traits: [.opaque, .illFormed])
  }
}
