import Transcripts

/// The content of a ChatGPT message as text.
struct ChatGPTContent {
  private(set) var text: String
  private(set) var traits: EntryTraits = []
  private let type: String?

  /// What the user or the model wrote down about the user, given to every conversation.
  var isContext: Bool { type == "user_editable_context" || type == "model_editable_context" }

  var isReasoning: Bool { type == "thoughts" || type == "reasoning_recap" }

  init(_ content: RawJSON?) {
    type = content?["content_type"]?.string
    text = ""
    guard let content, content.kind != .null else { return }
    switch type {
    case "text", "multimodal_text": text = parts(content["parts"])
    case "code", "execution_output": text = content["text"]?.string ?? notUnderstood(content)
    case "system_error": text = ChatGPTContent.join(content, ["name", "text"])
    case "tether_quote": text = ChatGPTContent.join(content, ["title", "url", "text"])
    case "tether_browsing_display": text = ChatGPTContent.join(content, ["summary", "result"])
    case "user_editable_context": text = ChatGPTContent.join(content, ["user_profile", "user_instructions"])
    case "model_editable_context": text = ChatGPTContent.join(content, ["model_set_context"])
    case "reasoning_recap": text = ChatGPTContent.join(content, ["content"])
    case "thoughts":
      text = (content["thoughts"]?.elements ?? []).map { ChatGPTContent.join($0, ["summary", "content"]) }
        .joined(separator: "\n")
    default: text = notUnderstood(content)
    }
  }

  private mutating func parts(_ parts: RawJSON?) -> String {
    guard let parts, parts.kind == .array else { return parts.map { notUnderstood($0) } ?? "" }
    return parts.elements.map { part($0) }.joined(separator: "\n")
  }

  private mutating func part(_ part: RawJSON) -> String {
    if let string = part.string { return string }
    switch part["content_type"]?.string {
    case "audio_transcription": return part["text"]?.string ?? notUnderstood(part)
    case "image_asset_pointer":
      let pointer = part["asset_pointer"]?.string ?? "image"
      let size = [part["width"], part["height"]].compactMap { $0?.text }.joined(separator: " × ")
      return size.isEmpty ? "[image: \(pointer)]" : "[image: \(pointer), \(size)]"
    default: return notUnderstood(part)
    }
  }

  private mutating func notUnderstood(_ raw: RawJSON) -> String {
    traits.insert(.opaque)
    return Placeholder.unknown(raw.text, type: raw["content_type"]?.string)
  }

  /// The non-empty strings of the keys, a line each.
  private static func join(_ content: RawJSON, _ keys: [String]) -> String {
    keys.compactMap { content[$0]?.nonEmptyString }.joined(separator: "\n")
  }
}
