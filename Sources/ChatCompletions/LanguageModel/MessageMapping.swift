import LanguageModels

/// Writes a history as messages that every server takes: one system message at the front, users and assistants in turn,
/// each call's output behind it.
///
/// All that a model says between a prompt and the next, or up to its tools' outputs, is one assistant message: its
/// reasoning, its text and its calls, in whichever entries they stand.
struct MessageMapping {
  private let seesImages: Bool
  private var messages: [ChatMessage] = []
  /// What the model says until something else comes.
  private var reply = PendingReply()
  /// The calls of the last assistant message that wait for their outputs.
  private var openCalls: Set<String> = []
  private var callEntries: [Transcript.Entry] = []

  private init(seesImages: Bool) {
    self.seesImages = seesImages
  }

  static func messages(
    of entries: [Transcript.Entry], seesImages: Bool
  ) throws(LanguageModelError) -> [ChatMessage] {
    var mapping = MessageMapping(seesImages: seesImages)
    try mapping.takeInstructions(entries)
    for entry in entries { try mapping.take(entry) }
    mapping.endReply()
    try mapping.endCalls()
    guard mapping.messages.last?.role == .user || mapping.messages.last?.role == .tool else {
      throw unsupported(
        Array(entries.suffix(1)), "found no prompt or tool output at the end of the history, expected one to answer")
    }
    return mapping.messages
  }

  private mutating func takeInstructions(_ entries: [Transcript.Entry]) throws(LanguageModelError) {
    var texts: [String] = []
    for entry in entries where entry.kind == .instructions {
      let text = try text(of: entry)
      if !text.allSatisfy(\.isWhitespace) { texts.append(text) }
    }
    if !texts.isEmpty { messages.append(ChatMessage(.system, texts.joined(separator: "\n\n"))) }
  }

  private mutating func take(_ entry: Transcript.Entry) throws(LanguageModelError) {
    switch entry {
    case .instructions: break
    case .prompt: try takePrompt(entry)
    case .reasoning: reply.reasoning.append(try text(of: entry))
    case .response: reply.texts.append(try text(of: entry))
    case .toolCalls(let calls):
      callEntries.append(entry)
      reply.calls += try calls.calls.map { call throws(LanguageModelError) in
        try Self.toolCall(call, in: entry)
      }
    case .toolOutput(let output): try take(output, entry)
    }
    if entry.kind != .toolOutput, entry.kind != .instructions, !openCalls.isEmpty { try endCalls() }
  }

  private mutating func takePrompt(_ entry: Transcript.Entry) throws(LanguageModelError) {
    endReply()
    let parts = try SegmentMapping.parts(of: entry, seesImages: seesImages)
    let message = ChatMessage(.user, parts: parts)
    guard !message.isBlank else { return }
    guard messages.last?.role == .user else {
      messages.append(message)
      return
    }
    // A prompt whose answer said nothing left no entry between the two.
    var rest = parts[...]
    if case .text(let text)? = rest.first {
      messages[messages.count - 1].append(paragraph: text)
      rest.removeFirst()
    }
    messages[messages.count - 1].parts += rest
  }

  private mutating func take(_ output: Transcript.ToolOutput, _ entry: Transcript.Entry) throws(LanguageModelError) {
    endReply()
    guard let id = output.toolCallID, openCalls.remove(id) != nil else {
      throw Self.unsupported([entry], "found a tool's output, expected one of a call just before it that has none yet")
    }
    messages.append(ChatMessage(.tool, parts: [.text(try text(of: entry))], toolCallID: id))
    if openCalls.isEmpty { callEntries = [] }
  }

  /// Nothing is sent of a reply that said nothing, reasoning that led to nothing included.
  private mutating func endReply() {
    defer { reply = PendingReply() }
    guard let message = reply.message else { return }
    messages.append(message)
    openCalls.formUnion(message.toolCalls.map(\.id))
  }

  private mutating func endCalls() throws(LanguageModelError) {
    guard openCalls.isEmpty else { throw Self.unsupported(callEntries, "found tool calls without outputs") }
  }

  private func text(of entry: Transcript.Entry) throws(LanguageModelError) -> String {
    ChatMessage(.user, parts: try SegmentMapping.parts(of: entry, seesImages: false)).content
  }

  private static func toolCall(
    _ call: Transcript.ToolCall, in entry: Transcript.Entry
  ) throws(LanguageModelError) -> ReplyContent.ToolCall {
    guard let id = call.id, let name = call.toolName, !id.isEmpty, !name.isEmpty else {
      throw unsupported([entry], "found a tool call without its id or name")
    }
    // Arguments are JSON text. Another value than a string is written as such once, a string never again.
    let arguments = call.arguments ?? call.json["arguments"]?.text ?? ""
    return ReplyContent.ToolCall(
      id: id, name: name, arguments: arguments.allSatisfy(\.isWhitespace) ? "{}" : arguments,
      extraContent: call.json["metadata"]?[ReplyEvents.extraContentKey])
  }

  static func unsupported(_ entries: [Transcript.Entry], _ why: String) -> LanguageModelError {
    .unsupportedTranscriptContent(.init(entries: entries, debugDescription: why))
  }
}

/// One reply of the model, from as many entries as it has.
private struct PendingReply {
  var reasoning: [String] = []
  var texts: [String] = []
  var calls: [ReplyContent.ToolCall] = []

  /// `nil` where there is neither text nor a call: most servers refuse such a message.
  var message: ChatMessage? {
    let text = texts.filter { !$0.allSatisfy(\.isWhitespace) }.joined(separator: "\n\n")
    guard !text.isEmpty || !calls.isEmpty else { return nil }
    let thoughts = reasoning.filter { !$0.isEmpty }.joined(separator: "\n\n")
    return ChatMessage(
      .assistant, parts: text.isEmpty ? [] : [.text(text)], reasoning: thoughts.isEmpty ? nil : thoughts,
      toolCalls: calls)
  }
}
