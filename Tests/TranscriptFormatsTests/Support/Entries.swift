import TranscriptFormats
import Transcripts

/// An entry as a line: kind, traits that columns keep, chat form.
func line(_ entry: EntryDraft) -> String {
  var words = [entry.kind.name]
  if entry.traits.contains(.opaque) { words.append("opaque") }
  if entry.traits.contains(.illFormed) { words.append("ill-formed") }
  return words.joined(separator: " ") + " " + (entry.chat ?? "–")
}

extension ConversationDraft {
  var lines: [String] { messages.flatMap(\.entries).map(line) }

  /// The chat forms of the active path, the entries of each message put together.
  var chat: [JSON] {
    get throws {
      try messages.filter { $0.branch == 0 }.flatMap { message in
        let forms = message.entries.compactMap(\.chat)
        return OpenAIChat.join(try (forms.isEmpty ? [message.original] : forms).map { try JSON(parsing: $0) })
      }
    }
  }
}

/// The only conversation of a file.
func conversation(_ text: String, _ format: TranscriptFormat) throws -> ConversationDraft {
  let file = try ImportedFile(text, format: format)
  guard file.broken.isEmpty, file.conversations.count == 1 else {
    throw NotOne(conversations: file.conversations.count, broken: file.broken)
  }
  return file.conversations[0]
}

struct NotOne: Error {
  var conversations: Int
  var broken: [ImportDiagnostic]
}

/// Whether results stand directly behind the message that made their calls, one for each, as OpenAI's dialect asks.
func pairsCallsAndResults(_ chat: [JSON]) -> Bool {
  var open: [String] = []
  for message in chat {
    if message["role"] == "tool" {
      guard let id = message["tool_call_id"]?.string, let index = open.firstIndex(of: id) else { return false }
      open.remove(at: index)
    } else {
      if !open.isEmpty { return false }
      open = (message["tool_calls"]?.array ?? []).compactMap { $0["id"]?.string }
    }
  }
  return true
}
