/// Recognises what belongs to chat templates, reasoning and tool calls, and never to a summary.
enum ProtocolText {
  /// A text that begins with a mark is refused always. One that holds a mark further on is refused unless the source
  /// holds it as well, since a conversation may be about chat templates.
  static func stands(in text: String, source: String) -> Bool {
    let lowercased = text.lowercased()
    if ownMarks.contains(where: { lowercased.holds($0) }) { return true }
    let held = marks.filter { lowercased.holds($0) }
    if held.isEmpty { return false }
    let lowercasedSource = source.lowercased()
    return held.contains { lowercased.hasPrefix($0) || !lowercasedSource.holds($0) }
  }

  private static let marks = [
    "<think>", "</think>", "<thinking>", "</thinking>", "<reasoning>", "<|", "|>", "<｜", "[inst]", "[/inst]", "<<sys>>",
    "<start_of_turn>", "<end_of_turn>", "<s>", "</s>", "<bos>", "<eos>", "<tool_call>", "</tool_call>", "<function=",
    "<function_call", "[tool_calls]", "<tools>", "<channel>", "### instruction:", "### response:",
  ]

  /// The tags of our own requests; inside a source they are escaped.
  private static let ownMarks = [
    "<transcript>", "</transcript>", "<instructions>", "</instructions>", "</summary>", "<refused-items>",
    "</refused-items>",
  ]
}

extension String {
  /// Whether the other stands in it, byte for byte.
  func holds(_ other: String) -> Bool { ByteSearch.holds(utf8.span, other.utf8.span) }
}

/// Plain search in bytes.
private enum ByteSearch {
  static func holds(_ text: Span<UInt8>, _ sought: Span<UInt8>) -> Bool {
    if sought.isEmpty { return true }
    guard sought.count <= text.count else { return false }
    let first = sought[0]
    for start in 0...(text.count - sought.count) where text[start] == first {
      var length = 1
      while length < sought.count, text[start + length] == sought[length] { length += 1 }
      if length == sought.count { return true }
    }
    return false
  }
}
