/// The tags that part a request, and how text is kept from imitating them.
///
/// A request holds its source between lines `<transcript>` and `</transcript>`, earlier summaries between `<summary>`
/// and `</summary>`, the conversation's instructions between `<instructions>` and `</instructions>`, and what an earlier
/// answer was refused for between `<refused-items>` and `</refused-items>`. Inside a
/// transcript a line `Label: text` begins an entry, and all further lines of it are indented: text can begin no entry
/// and end no block, whatever it says.
enum Delimiters {
  /// What all lines of an entry but its first begin with.
  static let indent = "  "

  static func block(_ tag: String, _ text: String, attributes: String = "") -> String {
    "<\(tag)\(attributes)>\n\(text)\n</\(tag)>"
  }

  /// One entry of a transcript.
  static func entry(_ labelled: LabelledText) -> String {
    "\(labelled.label): \(escaped(labelled.text, indent: indent))"
  }

  /// The text with `&lt;` where a tag of ours would begin, and with the indent behind each line break of any kind.
  static func escaped(_ text: String, indent: String) -> String {
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + 16)
    var index = 0
    while index < bytes.count {
      let lineBreak = lineBreakLength(at: index, in: bytes)
      if lineBreak > 0 {
        output.append(0x0A)
        output += indent.utf8
        index += lineBreak
      } else if bytes[index] == UInt8(ascii: "<"), beginsTag(at: index + 1, in: bytes) {
        output += "&lt;".utf8
        index += 1
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func lineBreakLength(at index: Int, in bytes: [UInt8]) -> Int {
    func next(_ offset: Int) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0 }
    switch bytes[index] {
    case 0x0A, 0x0B, 0x0C: return 1
    case 0x0D: return next(1) == 0x0A ? 2 : 1
    case 0xC2: return next(1) == 0x85 ? 2 : 0
    case 0xE2: return next(1) == 0x80 && (next(2) == 0xA8 || next(2) == 0xA9) ? 3 : 0
    default: return 0
    }
  }

  private static let names = ["transcript", "summary", "instructions", "refused-items"].map { Array($0.utf8) }

  private static func beginsTag(at start: Int, in bytes: [UInt8]) -> Bool {
    var index = start
    while index < bytes.count, bytes[index] == UInt8(ascii: "/") || bytes[index] == 0x20 { index += 1 }
    return names.contains { name in
      index + name.count <= bytes.count && name.indices.allSatisfy { bytes[index + $0] | 0x20 == name[$0] }
    }
  }
}
