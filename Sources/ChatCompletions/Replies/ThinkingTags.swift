/// Reasoning that a server left inside the text, between `<think>` and `</think>`.
enum ThinkingTags {
  private static let open = "<think>"
  private static let close = "</think>"

  /// The answer and the reasoning. Tags count only where models write them: an opening one at the very start, or, where the
  /// opening one was part of the prompt, a closing one at the end of a line. Reasoning that never ends leaves no answer.
  static func split(_ text: String) -> (answer: String, reasoning: String) {
    let trimmed = text.drop(while: \.isWhitespace)
    if trimmed.hasPrefix(open) {
      let inside = trimmed.dropFirst(open.count)
      guard let end = range(of: close, in: inside) else { return ("", String(inside)) }
      return (String(inside[end.upperBound...].drop(while: \.isWhitespace)), String(inside[..<end.lowerBound]))
    }
    if let end = range(of: close, in: text[...]), text[end.upperBound...].first?.isNewline ?? true,
      range(of: open, in: text[..<end.lowerBound]) == nil
    {
      return (String(text[end.upperBound...].drop(while: \.isWhitespace)), String(text[..<end.lowerBound]))
    }
    return (text, "")
  }

  /// Byte by byte: a search by characters would take as long as reading the whole reply does otherwise.
  private static func range(of tag: String, in text: Substring) -> Range<String.Index>? {
    var rest = text.utf8[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[start...]
      if rest.starts(with: tag.utf8) { return start..<rest.index(start, offsetBy: tag.utf8.count) }
      rest.removeFirst()
    }
    return nil
  }
}
