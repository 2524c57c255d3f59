public import Transcripts

/// An entry of Apple's JSON in its chat form.
///
/// A `response` with calls is a `toolCalls` entry, after a `response` where it has contents too. An entry of unknown
/// role is an opaque, ill-formed `response`; a segment of unknown type makes its entry opaque.
public enum AppleEntry {
  static func entries(of raw: RawJSON) -> [EntryDraft] {
    guard let entry = Transcript.Entry(json: raw.value) else {
      let text = Placeholder.unknown(raw.text)
      return [
        EntryDraft(
          kind: .response, chat: ["role": "assistant", "content": .string(text)], traits: [.opaque, .illFormed])
      ]
    }
    return entries(of: entry)
  }

  /// The drafts of an entry, each with its chat form; two for calls that have text beside them.
  public static func entries(of entry: Transcript.Entry) -> [EntryDraft] {
    let (content, traits) = self.content(of: entry.segments)
    switch entry {
    case .instructions:
      return [EntryDraft(kind: .instructions, chat: ["role": "system", "content": content], traits: traits)]
    case .prompt: return [EntryDraft(kind: .prompt, chat: ["role": "user", "content": content], traits: traits)]
    case .response: return [response(content, traits)]
    case .reasoning: return [reasoning(content, traits)]
    case .toolOutput(let output): return [toolOutput(output, content, traits)]
    case .toolCalls(let calls):
      let before = entry.segments.isEmpty ? [] : [response(content, traits)]
      return (before + [toolCalls(calls)]).numbered
    }
  }

  /// The segments as the content of a chat message: a string for one, else parts.
  private static func content(of segments: [Transcript.Segment]) -> (JSON, EntryTraits) {
    var traits: EntryTraits = []
    let texts = segments.map { segment in
      switch segment {
      case .text(let text): return text.text
      case .structure(let structure): return structure.content.text
      case .attachment(let attachment):
        traits.insert(.opaque)
        return Placeholder.unknown(attachment.json.text, type: attachment.type)
      }
    }
    if texts.count == 1 { return (.string(texts[0]), traits) }
    return (.array(texts.map { ["type": "text", "text": .string($0)] }), traits)
  }

  private static func response(_ content: JSON, _ traits: EntryTraits) -> EntryDraft {
    EntryDraft(kind: .response, chat: ["role": "assistant", "content": content], traits: traits)
  }

  private static func reasoning(_ content: JSON, _ traits: EntryTraits) -> EntryDraft {
    let parts = content.string.map { [$0] } ?? (content.array ?? []).compactMap { $0["text"]?.string }
    let text = parts.joined(separator: "\n")
    let known: JSON = .string(text.isEmpty ? Placeholder.withheldReasoning : text)
    return EntryDraft(
      kind: .reasoning, chat: ["role": "assistant", "reasoning_content": known],
      traits: text.isEmpty ? traits.union(.opaque) : traits)
  }

  private static func toolOutput(
    _ output: Transcript.ToolOutput, _ content: JSON, _ traits: EntryTraits
  ) -> EntryDraft {
    var chat: JSON = ["role": "tool"]
    if let id = output.toolCallID { chat.set("tool_call_id", to: .string(id)) }
    if let name = output.toolName { chat.set("name", to: .string(name)) }
    chat.set("content", to: content)
    return EntryDraft(kind: .toolOutput, chat: chat, traits: traits)
  }

  private static func toolCalls(_ entry: Transcript.ToolCalls) -> EntryDraft {
    let calls = entry.calls.map { call -> JSON in
      var function: JSON = [:]
      if let name = call.toolName { function.set("name", to: .string(name)) }
      function.set("arguments", to: call.json["arguments"] ?? "{}")
      var chat: JSON = [:]
      if let id = call.id { chat.set("id", to: .string(id)) }
      chat.set("type", to: "function")
      chat.set("function", to: function)
      return chat
    }
    return EntryDraft(kind: .toolCalls, chat: ["role": "assistant", "content": nil, "tool_calls": .array(calls)])
  }
}
