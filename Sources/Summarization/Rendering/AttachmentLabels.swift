import FoundationEssentials
import Transcripts

/// Labels that stand for attachments: kind, size and the start of a digest, or the address without its query.
struct AttachmentLabels: Sendable {
  /// A digest of bytes, SHA-256 say.
  let digest: @Sendable ([UInt8]) -> [UInt8]

  /// The label of a content part that is an image, a sound or a file; `nil` for any other.
  func label(ofPart part: JSON) -> String? {
    switch part["type"]?.string {
    case "image_url", "input_image":
      let url = part["image_url"]?["url"]?.string ?? part["image_url"]?.string ?? part["file_id"]?.string ?? ""
      return label("image", source: url)
    case "input_audio", "audio": return label(ofAudio: part["input_audio"] ?? part["audio"] ?? part)
    case "file", "input_file":
      let file = part["file"] ?? part
      let name = file["filename"]?.string.map { " " + $0 } ?? ""
      return label("file" + name, source: file["file_data"]?.string ?? file["file_id"]?.string ?? "")
    default: return nil
    }
  }

  func label(ofAudio audio: JSON) -> String {
    let transcript = audio["transcript"]?.nonEmptyString.map { "\n" + $0 } ?? ""
    let format = audio["format"]?.string.map { " " + $0 } ?? ""
    return label("audio" + format, source: audio["data"]?.string ?? audio["id"]?.string ?? "") + transcript
  }

  private func label(_ kind: String, source: String) -> String {
    if source.isEmpty { return "[\(kind)]" }
    if let url = DataURL(source) { return label("\(kind) \(url.type)", base64: url.base64) }
    if source.hasPrefix("http://") || source.hasPrefix("https://") {
      return "[\(kind) at \(source.prefix { $0 != "?" && $0 != "#" })]"
    }
    return source.utf8.count <= 128 ? "[\(kind) \(source)]" : label(kind, base64: source)
  }

  /// The label of data that is given as base64.
  func label(_ kind: String, base64: String) -> String {
    let bytes = Data(base64Encoded: base64, options: .ignoreUnknownCharacters).map { Array($0) } ?? Array(base64.utf8)
    let digits = "0123456789abcdef".map { $0 }
    let start = digest(bytes).prefix(6).map { "\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined()
    return "[\(kind), \(bytes.count) bytes, \(start)]"
  }
}

/// A `data:` URL whose data is base64.
private struct DataURL {
  var type: String
  var base64: String

  init?(_ text: String) {
    guard text.hasPrefix("data:"), let comma = text.firstIndex(of: ",") else { return nil }
    let head = text[..<comma].dropFirst("data:".count)
    guard head.hasSuffix(";base64") else { return nil }
    type = String(head.dropLast(";base64".count))
    base64 = String(text[text.index(after: comma)...])
  }
}
