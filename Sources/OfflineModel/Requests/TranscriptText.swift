import Extraction

/// Reads the transcript out of a summarisation prompt.
///
/// What is to be summarised stands between a line `<transcript>` and a line `</transcript>`, or likewise `<summary>`
/// (with or without attributes) where earlier summaries are to be merged. Where a prompt has neither, all of it is
/// the transcript. Inside, a line `Role: text` begins what a speaker says, and indented lines go on with it; so do
/// lines without a label. This is how the compactor writes its requests, and plain enough for what others write.
enum TranscriptText {
  static func utterances(in prompt: String) -> [Utterance] {
    let lines = lines(of: prompt)
    var utterances: [Utterance] = []
    for block in blocks(of: lines) { read(block.lines, isSummary: block.isSummary, into: &utterances) }
    return utterances
  }

  /// Those of earlier summaries alone.
  static func summaries(in prompt: String) -> [Utterance] {
    var utterances: [Utterance] = []
    for block in blocks(of: lines(of: prompt)) where block.isSummary {
      read(block.lines, isSummary: true, into: &utterances)
    }
    return utterances
  }

  static func lines(of text: String) -> [Substring] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      Substring(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }
  }

  private typealias Block = (lines: ArraySlice<Substring>, isSummary: Bool)

  private static func blocks(of lines: [Substring]) -> [Block] {
    var blocks: [Block] = []
    var open: (tag: String, start: Int)?
    for (index, line) in lines.enumerated() {
      if let tag = open?.tag, let start = open?.start {
        guard line == "</\(tag)>" else { continue }
        blocks.append((lines[start..<index], tag == "summary"))
        open = nil
      } else if let tag = openingTag(line) {
        open = (tag, index + 1)
      }
    }
    if let open { blocks.append((lines[open.start...], open.tag == "summary")) }
    return blocks.isEmpty ? [(lines[...], false)] : blocks
  }

  private static func openingTag(_ line: Substring) -> String? {
    guard line.last == ">" else { return nil }
    return ["transcript", "summary"].first { line == "<\($0)>" || line.hasPrefix("<\($0) ") }
  }

  private static func read(_ lines: ArraySlice<Substring>, isSummary: Bool, into utterances: inout [Utterance]) {
    var current: (speaker: String?, lines: [Substring])?
    func finish() {
      guard let current else { return }
      let text = current.lines.joined(separator: "\n")
      if text.contains(where: { !$0.isWhitespace }) {
        utterances.append(Utterance(speaker: current.speaker, text: text))
      }
    }
    for line in lines {
      if let (speaker, text) = label(of: line, isSummary: isSummary) {
        finish()
        current = (speaker, [text])
      } else if current != nil {
        current?.lines.append(line.drop { $0 == " " })
      } else {
        current = (nil, [line])
      }
    }
    finish()
  }

  /// The speaker of a line `Role: text`, and the text. A label stands at the line's start and begins with one
  /// of the known roles, in a summary also with one of the headings of a record.
  static func label(of line: Substring, isSummary: Bool = false) -> (speaker: String, text: Substring)? {
    guard let colon = line.utf8.prefix(longestLabel).firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let label = line[..<colon]
    let rest = line[line.utf8.index(after: colon)...]
    guard rest.isEmpty || rest.utf8.first == UInt8(ascii: " ") else { return nil }
    let role = label.prefix { $0 != " " }.lowercased()
    guard roles.contains(role) || isSummary && RecordExtract.headings.contains(String(label)) else { return nil }
    return (String(label), rest.drop { $0 == " " })
  }

  /// In bytes.
  private static let longestLabel = 120

  private static let roles: Set<String> = [
    "user", "human", "customer", "prompt", "assistant", "ai", "agent", "response", "system", "tool", "result",
    "reasoning", "function", "instructions",
  ]
}
