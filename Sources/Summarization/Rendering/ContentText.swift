import Transcripts

/// The content of a chat message as text: strings as they are, other structure as compact JSON, attachments as labels.
struct ContentText {
  private(set) var texts: [String] = []

  init(of message: JSON, attachments: AttachmentLabels) {
    switch message["content"] {
    case nil, .null: break
    case .string(let text): texts.append(text)
    case .array(let parts): texts += parts.map { Self.text(of: $0, attachments) }
    case .some(let other): texts.append(other.text)
    }
    if let refusal = message["refusal"]?.nonEmptyString { texts.append(refusal) }
    if let audio = message["audio"], audio.object != nil { texts.append(attachments.label(ofAudio: audio)) }
    if Self.isUnknown(message) { texts = [message.text] }
  }

  private static func text(of part: JSON, _ attachments: AttachmentLabels) -> String {
    if let text = part["text"]?.string ?? part["refusal"]?.string ?? part.string { return text }
    return attachments.label(ofPart: part) ?? part.text
  }

  /// A message of a role that is not understood is shown whole.
  private static func isUnknown(_ message: JSON) -> Bool {
    guard let role = message["role"]?.string else { return true }
    return !["system", "developer", "user", "assistant", "tool", "function"].contains(role)
  }
}

/// JSON without the white space between its tokens; any other text as it is.
enum CompactJSON {
  static func text(_ text: String) -> String {
    guard let first = text.utf8.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    else { return text }
    return (try? JSON(parsing: text))?.text ?? text
  }
}
