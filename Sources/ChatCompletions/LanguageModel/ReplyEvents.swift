import LanguageModels

/// The events of a channel for what a server says: everything under three entry ids, which stay the same throughout a
/// reply.
enum ReplyEvents {
  typealias Event = LanguageModelExecutorGenerationChannel.Event

  static let responseID = "response"
  static let reasoningID = "reasoning"
  static let toolCallsID = "tool-calls"

  static func event(of delta: ReplyDelta) -> Event {
    switch delta {
    case .text(let piece): .response(entryID: responseID, action: .appendText(piece))
    case .reasoning(let piece): .reasoning(entryID: reasoningID, action: .appendText(piece))
    case .toolCall(let id, let name, let piece):
      .toolCalls(entryID: toolCallsID, action: .toolCall(id: id, name: name, action: .appendArguments(piece)))
    case .replaceText(let text): .response(entryID: responseID, action: .replaceTextSegment(text))
    case .replaceReasoning(let text): .reasoning(entryID: reasoningID, action: .replaceTextSegment(text))
    }
  }

  /// What is known only at the end: what servers want back with a call, why the model stopped, which one it was, and
  /// the cost.
  static func closing(_ reply: ChatReply) -> [Event] {
    var events: [Event] = []
    for call in reply.content.toolCalls {
      guard let extra = call.extraContent else { continue }
      events.append(
        .toolCalls(
          entryID: toolCallsID,
          action: .toolCall(
            id: call.id, name: call.name, action: .metadata([extraContentKey: GeneratedContent(extra)]))))
    }
    var metadata = [finishReasonKey: GeneratedContent(.string(reply.finish.word))]
    if let model = reply.model { metadata[modelKey] = GeneratedContent(.string(model)) }
    let usage = reply.usage.map(LanguageModelUsage.init)
    switch reply.content.lastKind {
    case .toolCalls:
      events.append(.toolCalls(entryID: toolCallsID, action: .metadata(metadata)))
      if let usage { events.append(.toolCalls(entryID: toolCallsID, action: .usage(usage))) }
    case .reasoning:
      events.append(.reasoning(entryID: reasoningID, action: .metadata(metadata)))
      if let usage { events.append(.reasoning(entryID: reasoningID, action: .usage(usage))) }
    default:
      events.append(.response(entryID: responseID, action: .metadata(metadata)))
      if let usage { events.append(.response(entryID: responseID, action: .usage(usage))) }
    }
    return events
  }

  /// In the metadata of an answer: why the model stopped. `length` says that the answer is cut.
  static let finishReasonKey = "finish_reason"
  /// In the metadata of an answer: the model that answered, as the server calls it.
  static let modelKey = "model"
  /// In the metadata of a call.
  static let extraContentKey = "extra_content"
}

extension ReplyContent {
  /// All that a whole reply says, a piece for each of its parts, in the order in which models say them.
  var deltas: [ReplyDelta] {
    var deltas: [ReplyDelta] = []
    if !reasoning.isEmpty { deltas.append(.reasoning(reasoning)) }
    if !text.isEmpty { deltas.append(.text(text)) }
    return deltas + toolCalls.map { .toolCall(id: $0.id, name: $0.name, arguments: $0.arguments) }
  }

  /// The entry that speaks for the whole reply.
  fileprivate var lastKind: EntryKind {
    if !toolCalls.isEmpty { return .toolCalls }
    return text.isEmpty && !reasoning.isEmpty ? .reasoning : .response
  }
}

extension LanguageModelUsage {
  init(_ usage: TokenUsage) {
    self.init(
      input: .init(totalTokenCount: usage.input, cachedTokenCount: usage.cachedInput),
      output: .init(totalTokenCount: usage.output, reasoningTokenCount: usage.reasoning))
  }
}
