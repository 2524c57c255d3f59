import Transcripts

/// A history as it is read, compacted or not, written in a format: what is kept of the originals, and chat messages
/// for summaries and shortened forms at their places.
///
/// Every format can express it. Anthropic's leaves out reasoning that is not an original; ChatGPT's is one path.
public enum History {
  /// The text of the conversation, without what a file puts around it: for ``TranscriptWriter/add(conversation:)``.
  ///
  /// - Parameters:
  ///   - envelope: As it was imported in this format; `nil` for a conversation that was not.
  ///   - key: The conversation's name, for one without an envelope.
  ///   - messages: In order. Originals must be of this format; erased ones are left out.
  public static func text(
    _ format: TranscriptFormat, envelope: String?, key: String, messages: [ExportedMessage]
  ) throws(EnvelopeError) -> [UInt8] {
    let raw = try DefaultEnvelope.raw(envelope, format, key: key)
    switch format {
    case .openai, .apple:
      var list = try ListConversation(raw, format: format)
      return messages.reduce(into: list.begin()) { $0 += list.add($1) } + list.end()
    case .anthropic: return AnthropicHistory.conversation(raw.value, messages.compactMap(Item.init)).utf8
    case .chatgpt: return ChatGPTHistory.conversation(raw.value, messages.compactMap(Item.init)).utf8
    }
  }

  /// A message that is there.
  enum Item {
    case original(JSON)
    case chat(JSON)

    init?(_ message: ExportedMessage) {
      switch message {
      case .erased: return nil
      case .chat(let chat): self = .chat(chat)
      // What cannot be parsed was never stored.
      case .original(let text): self = .original((try? JSON(parsing: text)) ?? .string(text))
      }
    }
  }
}
