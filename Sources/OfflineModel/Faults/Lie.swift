import Extraction

/// Replies that arrive whole and are no summaries.
enum Lie: String, CaseIterable {
  case empty
  case blank
  case refusal
  case toolCall = "tool-call"
  case echo
  case longer
  case truncated
  case invented
  case placeholder
  case errorText = "error-text"
  case reasoningOnly = "reasoning-only"
  case thinkTags = "think-tags"

  var explanation: String {
    switch self {
    case .empty: "an empty text"
    case .blank: "white space"
    case .refusal: "\"I'm sorry, but I can't …\""
    case .toolCall: "a tool call and no text"
    case .echo: "the user message, given back"
    case .longer: "more text than there is to summarise"
    case .truncated: "a text that breaks off, with finish reason `length`"
    case .invented: "facts that stand nowhere"
    case .placeholder: "\"[Summary unavailable]\""
    case .errorText: "the text of an error, with status 200"
    case .reasoningOnly: "reasoning and no text"
    case .thinkTags: "reasoning inside the text"
    }
  }

  /// The lie in place of an honest reply.
  func completion(for request: ChatRequest, honest: Completion) -> Completion {
    var reply = honest
    switch self {
    case .empty: reply.text = ""
    case .blank: reply.text = " \n\n"
    case .refusal: reply.text = "I'm sorry, but I can't help with summarizing this conversation."
    case .toolCall:
      reply.text = ""
      reply.toolCalls = [
        Completion.ToolCall(id: "call_offline", name: "save_summary", arguments: #"{"ok":true}"#)
      ]
      reply.finishReason = "tool_calls"
    case .echo: reply.text = request.messages.last { $0.role == "user" }?.content ?? ""
    case .longer:
      let source = request.messages.filter { $0.role == "user" }.map(\.content).joined(separator: "\n")
      let utterances = TranscriptText.utterances(in: source).map(\.text)
      reply.text = (utterances + utterances).map { "It was said that \($0)" }.joined(separator: "\n")
    case .truncated:
      reply.text = String(honest.text.prefix(honest.text.count / 2))
      reply.finishReason = "length"
    case .invented:
      reply.text = """
        Customer QX-99812 paid 1,204.77 USD on invoice INV-2231 and asked for news at john.doe@nowhere.test. Flight \
        LH4521 leaves on 2031-07-09 from gate B77.
        """
    case .placeholder: reply.text = "[Summary unavailable]"
    case .errorText: reply.text = "Error: upstream request timed out after 60000 ms"
    case .reasoningOnly:
      reply.reasoning = honest.text
      reply.text = ""
    case .thinkTags: reply.text = "<think>The user wants a summary, so I write one.</think>\n" + honest.text
    }
    return reply
  }
}
