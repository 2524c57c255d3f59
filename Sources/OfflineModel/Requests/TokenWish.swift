/// Reads how long a prompt wants its answer.
enum TokenWish {
  /// The number of the last `at most N tokens` in a system message, or behind the transcript in a user message.
  static func last(in messages: [ChatRequest.Message]) -> Int? {
    messages.compactMap { message in
      switch message.role {
      case "system", "developer": last(in: message.content[...])
      case "user": last(in: afterTags(message.content))
      default: nil
      }
    }.last
  }

  private static func afterTags(_ text: String) -> Substring {
    let lines = TranscriptText.lines(of: text)
    guard let last = lines.lastIndex(where: { $0 == "</transcript>" || $0 == "</summary>" }) else { return "" }
    return text[lines[last].endIndex...]
  }

  private static func last(in text: Substring) -> Int? {
    let words = text.lowercased().split { $0.isWhitespace }
    return words.indices.dropLast(3).reversed().lazy.compactMap { index -> Int? in
      guard words[index] == "at", words[index + 1] == "most", words[index + 3].hasPrefix("tokens") else { return nil }
      return Int(words[index + 2]).flatMap { $0 > 0 ? $0 : nil }
    }.first
  }
}
