public import Transcripts

extension OpenAIChat {
  /// The entries of a message, by the rules of ``OpenAIChat``. Never empty, whatever the JSON.
  public static func entries(of message: RawJSON) -> [EntryDraft] {
    let fields = OpenAIMessageFields(message)
    switch fields.role {
    case .system: return [textEntry(.instructions, fields)]
    case .user: return [textEntry(.prompt, fields)]
    case .tool, .function: return [toolOutput(fields)]
    case .assistant: return assistantEntries(fields)
    case .unknown:
      var entry = textEntry(.response, fields)
      if message.kind != .object { entry.contents = [message.text] }
      entry.traits = entry.traits.subtracting(.blank).union([.opaque, .illFormed])
      return [entry]
    }
  }

  private static func assistantEntries(_ fields: OpenAIMessageFields) -> [EntryDraft] {
    var entries: [EntryDraft] = []
    if let reasoning = fields.reasoning {
      entries.append(
        EntryDraft(kind: .reasoning, traits: reasoning.isBlank ? .blank : [], contents: [reasoning]))
    }
    let calls = toolCalls(fields)
    if fields.hasContent || (entries.isEmpty && calls == nil) {
      entries.append(textEntry(.response, fields))
    }
    if let calls { entries.append(calls) }
    for index in entries.indices {
      entries[index].part = index
      entries[index].parts = entries.count
    }
    return entries
  }

  /// An entry whose content is that of the message.
  private static func textEntry(_ kind: EntryKind, _ fields: OpenAIMessageFields) -> EntryDraft {
    let content = OpenAIContent(fields)
    var traits = content.traits
    switch fields.content?.kind {
    case .string, .array: break
    case nil where kind == .response: break
    default: traits.insert(.illFormed)
    }
    if kind != .response && !fields.toolCalls.isEmpty { traits.insert(.illFormed) }
    return EntryDraft(kind: kind, traits: traits, contents: content.texts, attachments: content.attachments)
  }

  private static func toolOutput(_ fields: OpenAIMessageFields) -> EntryDraft {
    var entry = textEntry(.toolOutput, fields)
    let id = fields.role == .function ? fields.name : fields.toolCallID
    if id == nil { entry.traits.insert(.illFormed) }
    entry.calls = [CallDraft(id: id, tool: fields.name)]
    return entry
  }

  private static func toolCalls(_ fields: OpenAIMessageFields) -> EntryDraft? {
    var entry = EntryDraft(kind: .toolCalls)
    if fields.toolCalls.isEmpty {
      guard let function = fields.functionCall else { return nil }
      let call = call(in: function, arguments: "arguments", id: function["name"]?.nonEmptyString)
      add(call, to: &entry)
    }
    for element in fields.toolCalls {
      let id = element["id"]?.nonEmptyString
      if let function = element["function"], function.kind == .object {
        add(call(in: function, arguments: "arguments", id: id), to: &entry)
      } else if let custom = element["custom"], custom.kind == .object {
        add(call(in: custom, arguments: "input", id: id), to: &entry)
      } else {
        entry.traits.insert([.opaque, .illFormed])
        entry.calls.append(CallDraft(id: id, tool: nil, arguments: element.text))
      }
    }
    return entry
  }

  private static func call(in function: RawJSON, arguments key: String, id: String?) -> (CallDraft, isWhole: Bool) {
    let tool = function["name"]?.nonEmptyString
    let arguments = function[key]
    let string = arguments?.string
    let isWhole = id != nil && tool != nil && string != nil
    return (CallDraft(id: id, tool: tool, arguments: string ?? arguments?.text ?? ""), isWhole)
  }

  private static func add(_ call: (CallDraft, isWhole: Bool), to entry: inout EntryDraft) {
    if !call.isWhole { entry.traits.insert(.illFormed) }
    entry.calls.append(call.0)
  }
}
