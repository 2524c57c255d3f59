import LanguageModels

/// Writes the segments of an entry as parts of a message.
enum SegmentMapping {
  /// Neighbouring texts become one, a line each; structures are their JSON.
  ///
  /// - Throws: `LanguageModelError.unsupportedCapability(_:)` for an image in a prompt where the model sees none,
  ///   `LanguageModelError.unsupportedTranscriptContent(_:)` for images elsewhere and for what is no image.
  static func parts(of entry: Transcript.Entry, seesImages: Bool) throws(LanguageModelError) -> [ChatMessage.Part] {
    var parts: [ChatMessage.Part] = []
    for segment in entry.segments {
      switch segment {
      case .text(let text): append(text.text, to: &parts)
      case .structure(let structure): append(structure.content.text, to: &parts)
      case .attachment(let attachment):
        guard entry.kind == .prompt else {
          throw MessageMapping.unsupported([entry], "found an attachment outside a prompt")
        }
        guard seesImages else {
          throw .unsupportedCapability(.init(capability: .vision, debugDescription: "the history has an attachment"))
        }
        guard let url = ImageURL.url(of: attachment.json) else {
          throw MessageMapping.unsupported(
            [entry], "found an attachment, expected an image with a URL or with its data in base64")
        }
        parts.append(.image(url: url))
      }
    }
    return parts
  }

  private static func append(_ text: String, to parts: inout [ChatMessage.Part]) {
    if case .text(let last)? = parts.last {
      parts[parts.count - 1] = .text(last + "\n" + text)
    } else {
      parts.append(.text(text))
    }
  }
}

/// Finds the image of an attachment: a `url` (or an OpenAI part's `image_url`), or `data` in base64 with or without its
/// media type, in the segment itself or in its `image` or `source`.
enum ImageURL {
  static func url(of json: JSON) -> String? {
    if let url = json["image_url"]?["url"]?.string ?? json["image_url"]?.string { return usable(url) }
    for place in [json, json["image"], json["source"]].compactMap(\.self) {
      if let url = (place["url"]?.string ?? place.string).flatMap(usable) { return url }
      guard let data = place["data"]?.string, !data.isEmpty else { continue }
      if let url = usable(data) { return url }
      let type = ["mimeType", "mime_type", "mediaType", "media_type"].lazy.compactMap { place[$0]?.string }.first
      guard let type = type ?? sniffed(data), type.hasPrefix("image/") else { return nil }
      return "data:\(type);base64,\(data)"
    }
    return nil
  }

  private static func usable(_ url: String) -> String? {
    ["https://", "http://", "data:image/"].contains { url.lowercased().hasPrefix($0) } ? url : nil
  }

  /// By the first bytes, in base64.
  private static func sniffed(_ data: String) -> String? {
    [("iVBORw0KGgo", "image/png"), ("/9j/", "image/jpeg"), ("R0lGOD", "image/gif"), ("UklGR", "image/webp")]
      .first { data.hasPrefix($0.0) }?.1
  }
}
