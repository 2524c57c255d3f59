import Transcripts

/// Content of Anthropic's API as the content of an OpenAI message.
struct AnthropicContent {
  /// A string, or an array of parts.
  private(set) var chat: JSON
  private(set) var traits: EntryTraits = []

  /// Content that is a string or an array of blocks; anything else becomes its JSON text, and opaque.
  init(_ content: RawJSON) {
    switch content.kind {
    case .array: self.init(blocks: content.elements)
    case .string: self.init(chat: .string(content.string ?? ""), traits: [])
    default: self.init(chat: .string(Placeholder.unknown(content.text)), traits: .opaque)
    }
  }

  private init(chat: JSON, traits: EntryTraits) {
    self.chat = chat
    self.traits = traits
  }

  init(blocks: [RawJSON]) {
    chat = .null
    let parts = blocks.map { part($0) }
    if parts.count == 1, parts[0]["type"] == "text", let text = parts[0]["text"] {
      chat = text
    } else {
      chat = .array(parts)
    }
  }

  /// The content of a `tool_result`. OpenAI's tool messages hold text only, so data is named in words.
  init(toolResult content: RawJSON) {
    self.init(content)
    guard case .array(let parts) = chat else { return }
    chat = .array(
      parts.map { part in
        if part["type"] == "text" { return part }
        let data = part["image_url"]?["url"] ?? part["file"]?["file_data"]
        return AnthropicContent.text("[\(part["type"]?.string ?? "data"), \(data?.string?.utf8.count ?? 0) bytes]")
      })
  }

  private static func text(_ text: String) -> JSON { ["type": "text", "text": .string(text)] }

  /// One block as a part of an OpenAI message.
  private mutating func part(_ block: RawJSON) -> JSON {
    let type = block["type"]?.string
    switch type {
    case "text": if let text = block["text"]?.string { return AnthropicContent.text(text) }
    case "image": if let part = image(block["source"]) { return part }
    case "document": if let part = document(block) { return part }
    default: break
    }
    traits.insert(.opaque)
    return AnthropicContent.text(Placeholder.unknown(block.text, type: type))
  }

  private func image(_ source: RawJSON?) -> JSON? {
    guard let url = source.flatMap(dataURL) ?? source?["url"]?.string else { return nil }
    return ["type": "image_url", "image_url": ["url": .string(url)]]
  }

  private func document(_ block: RawJSON) -> JSON? {
    guard let source = block["source"] else { return nil }
    let title = block["title"]?.nonEmptyString
    if source["type"]?.string == "text", let text = source["data"]?.string { return AnthropicContent.text(text) }
    if let data = dataURL(source) {
      return ["type": "file", "file": ["filename": .string(title ?? "document"), "file_data": .string(data)]]
    }
    guard let url = source["url"]?.string else { return nil }
    return AnthropicContent.text("[\(title ?? "document"): \(url)]")
  }

  private func dataURL(_ source: RawJSON) -> String? {
    guard source["type"]?.string == "base64", let data = source["data"]?.string else { return nil }
    return "data:\(source["media_type"]?.string ?? "application/octet-stream");base64,\(data)"
  }
}
