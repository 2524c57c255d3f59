public import Transcripts

/// A stored message on its way out.
public enum ExportedMessage: Sendable, Equatable {
  /// The message's own text, in the format of its conversation.
  case original(String)
  /// A message that has no text in that format: a summary, a shortened form, or what was appended in OpenAI's dialect.
  case chat(JSON)
  /// The message was erased. Its place stays where the format has places.
  case erased
}

/// A stored envelope that does not fit its format. It quotes none of it.
public struct EnvelopeError: Error, Sendable, Hashable, CustomStringConvertible {
  public var expected: String

  public init(expected: String) { self.expected = expected }

  public var description: String { "the envelope of the conversation: expected \(expected)" }
}

/// What surrounds the messages of a conversation that has no envelope, because it was not imported in this format.
enum DefaultEnvelope {
  static func text(_ format: TranscriptFormat, key: String) -> String {
    let id = JSON.string(key)
    let envelope: JSON =
      switch format {
      case .openai, .anthropic: ["id": id, "messages": []]
      case .apple: Transcript().json
      case .chatgpt: ["title": id, "mapping": [:], "current_node": nil, "conversation_id": id, "id": id]
      }
    return envelope.text
  }

  static func raw(_ envelope: String?, _ format: TranscriptFormat, key: String) throws(EnvelopeError) -> RawJSON {
    do throws(JSON.ParseError) {
      return try RawJSON(envelope ?? text(format, key: key))
    } catch { throw EnvelopeError(expected: "JSON, but at byte \(error.offset) \(error.expected)") }
  }
}
