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
  case altered
  case inventedNames = "invented-names"
  case vague
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
    case .altered: "every third number with other digits"
    case .inventedNames: "people and places that stand nowhere"
    case .vague: "smooth sentences without a fact"
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
    case .altered: reply.text = Self.altered(honest.text)
    case .inventedNames: reply.text = Self.withInventedNames(honest.text)
    case .vague:
      reply.text = """
        The user brought up several matters, and the assistant was glad to help with each of them. Some things were \
        looked into, others were settled, and a number of details were talked through at length. All in all it was a \
        friendly conversation, in which the most important points were dealt with to everybody's satisfaction.
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

  /// Three quarters of the text with a sentence about people who stand nowhere; in a record, as one of its values.
  private static func withInventedNames(_ text: String) -> String {
    let sentence = "This was agreed with Viktor Blomqvist and Ingrid Sorensdatter."
    if let list = text.firstRange(of: "[\"") {
      return "\(text[..<list.upperBound])\(sentence)\",\"\(text[list.upperBound...])"
    }
    return "\(text.prefix(text.count * 3 / 4))\n\(sentence)"
  }

  /// The text with the digits of every third word that has any raised by one.
  private static func altered(_ text: String) -> String {
    var words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    var numbers = 0
    for index in words.indices where words[index].utf8.contains(where: { $0 >= 0x30 && $0 <= 0x39 }) {
      numbers += 1
      guard numbers % 3 == 1 else { continue }
      words[index] = String(words[index].map { $0.wholeNumberValue.map { Character(String(($0 + 1) % 10)) } ?? $0 })
    }
    return words.joined(separator: " ")
  }
}
