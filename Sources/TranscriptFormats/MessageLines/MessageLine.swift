import Transcripts

/// A conversation a line, in the dialect of OpenAI or Anthropic: an object with `messages`, or that array alone.
///
/// The envelope is the line with `[]` for the messages and, for Anthropic, `{}` for a `system` that became the first
/// message. No system prompt is `{}` otherwise: one that came as `{}` is a message too.
struct MessageLine {
  private let format: TranscriptFormat
  private let raw: RawJSON
  private let messages: [RawJSON]
  private let system: RawJSON?
  private let replacements: Int
  private let place: ImportPlace

  init(_ record: consuming Record, format: TranscriptFormat) throws(ImportDiagnostic) {
    let place = record.place
    self.place = place
    self.format = format
    let leading = record.bytes.prefix { isWhitespace($0) || [0xEF, 0xBB, 0xBF].contains($0) }.count
    (raw, replacements) = try record.json()
    for (name, kind, expected) in [
      ("metadata", RawJSON.Kind.object, "an object"), ("tenant", .string, "a string"),
    ] where raw.kind == .object {
      guard let value = raw[name], value.kind != kind, value.kind != .null else { continue }
      // Its bytes are a part of the line's.
      var place = place
      place.offset += value.bytes.startIndex - raw.bytes.startIndex + leading
      throw ImportDiagnostic(place: place, found: "\(value.kind) as `\(name)`", expected: expected)
    }
    let array = raw.kind == .object ? raw["messages"] : raw
    guard let array, array.kind == .array else {
      throw ImportDiagnostic(
        place: place, found: raw.kind == .object ? "an object without an array `messages`" : "\(raw.kind)",
        expected: "an object with `messages`, or an array of messages")
    }
    messages = array.elements
    let prompt = format == .anthropic ? raw["system"] : nil
    system = prompt?.kind == .null ? nil : prompt
  }

  var draft: ConversationDraft {
    let all = (system.map { [$0] } ?? []) + messages
    let (format, hasSystem) = (format, system != nil)
    return ConversationDraft(
      key: firstName(of: ["key", "conversation", "conversation_id", "id"]), tenant: firstName(of: ["tenant"]),
      format: format, metadata: metadata, envelope: envelope, replacements: replacements, place: place,
      messages: ConversationDraft.Messages(count: all.count) { index in
        let message = all[index]
        let entries =
          switch format {
          case .anthropic where index == 0 && hasSystem: AnthropicMessage.entries(ofSystem: message)
          case .anthropic: AnthropicMessage(message).entries
          default: OpenAIChat.entries(of: message)
          }
        return MessageDraft(original: message.text, time: SourceTime.of(message), entries: entries)
      })
  }

  private var envelope: String {
    guard raw.kind == .object, let messages = raw["messages"] else { return "[]" }
    return raw.text(replacing: [(messages, "[]")] + (system.map { [($0, "{}")] } ?? []))
  }

  private var metadata: JSON {
    guard let metadata = raw["metadata"], metadata.kind == .object else { return [:] }
    return metadata.value
  }

  /// The value of the first of these keys that has a name for one: a non-empty string, or a number as written.
  private func firstName(of keys: [String]) -> String? {
    for key in keys {
      guard let value = raw[key] else { continue }
      if let name = value.kind == .number ? value.text : value.nonEmptyString { return name }
    }
    return nil
  }
}

extension RawJSON {
  /// The text with other texts in the place of some of its parts, which must have been cut from it and not overlap.
  func text(replacing parts: [(RawJSON, String)]) -> String {
    var output: [UInt8] = []
    var rest = bytes
    for (part, replacement) in parts.sorted(by: { $0.0.bytes.startIndex < $1.0.bytes.startIndex }) {
      output += rest[..<part.bytes.startIndex]
      output += replacement.utf8
      rest = rest[part.bytes.endIndex...]
    }
    return String(decoding: output + rest, as: UTF8.self)
  }
}
