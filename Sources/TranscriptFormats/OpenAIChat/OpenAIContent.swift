import Transcripts

/// What the content of an entry holds, read from a message's `content` and `refusal`.
struct OpenAIContent {
  var texts: [String] = []
  var attachments = 0
  var isOpaque = false

  init(_ fields: OpenAIMessageFields) {
    switch fields.content?.kind {
    case .string: texts.append(fields.content?.string ?? "")
    case .array: for element in fields.content?.elements ?? [] { read(element) }
    case nil, .null: break
    case .bool, .number, .object:
      texts.append(fields.content?.text ?? "")
      isOpaque = true
    }
    if let refusal = fields.refusal { texts.append(refusal) }
    if fields.hasAudio { attachments += 1 }
  }

  private mutating func read(_ element: RawJSON) {
    switch element["type"]?.string {
    case "text", "input_text", "output_text":
      if let text = element["text"]?.string { return texts.append(text) }
    case "refusal":
      if let text = element["refusal"]?.string { return texts.append(text) }
    case "image_url", "input_image", "input_audio", "audio", "file", "input_file":
      attachments += 1
      return
    default: break
    }
    texts.append(element.text)
    isOpaque = true
  }

  var traits: EntryTraits {
    var traits: EntryTraits = []
    if isOpaque { traits.insert(.opaque) }
    if attachments > 0 { traits.insert(.attachment) }
    if traits.isEmpty && texts.allSatisfy(\.isBlank) { traits.insert(.blank) }
    return traits
  }
}

extension String {
  /// Whether there is nothing but whitespace.
  var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}
