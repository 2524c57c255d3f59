/// Tells reasoning between `<think>` and `</think>` at the start of a text from the answer behind it, while the text
/// comes. What ``ThinkingTags`` finds by looking back is found here at once, but for reasoning without an opening tag.
struct ThinkingTagReader: Sendable {
  private enum Place {
    /// Nothing but white space and what may become the tag.
    case start
    case inside
    /// Behind the closing tag, before the answer.
    case between
    case answer
  }

  private static let open = "<think>"
  private static let close = "</think>"

  private var place = Place.start
  private var held = ""

  /// The pieces of the answer and of the reasoning that are certain now.
  mutating func read(_ piece: String) -> (text: String, reasoning: String) {
    if case .answer = place { return (piece, "") }
    held += piece
    var reasoning = ""
    if case .start = place {
      let begun = held.drop(while: \.isWhitespace)
      if begun.hasPrefix(Self.open) {
        held = String(begun.dropFirst(Self.open.count))
        place = .inside
      } else if begun.isEmpty || Self.open.hasPrefix(begun) {
        return ("", "")
      } else {
        return (release(), "")
      }
    }
    if case .inside = place {
      if let end = held.firstRange(of: Self.close) {
        reasoning = String(held[..<end.lowerBound])
        held = String(held[end.upperBound...])
        place = .between
      } else {
        let kept = Self.possibleStart(of: Self.close, in: held)
        reasoning = String(held[..<kept])
        held = String(held[kept...])
        return ("", reasoning)
      }
    }
    held = String(held.drop(while: \.isWhitespace))
    return (held.isEmpty ? "" : release(), reasoning)
  }

  /// What was held back, once the text has ended.
  mutating func finish() -> (text: String, reasoning: String) {
    switch place {
    case .inside:
      defer { held = "" }
      return ("", held)
    default: return (release(), "")
    }
  }

  private mutating func release() -> String {
    defer { held = "" }
    place = .answer
    return held
  }

  /// Where the tag may have begun at the end of the text; the end where it has not.
  private static func possibleStart(of tag: String, in text: String) -> String.Index {
    for length in stride(from: min(tag.count - 1, text.count), to: 0, by: -1)
    where text.hasSuffix(tag.prefix(length)) {
      return text.index(text.endIndex, offsetBy: -length)
    }
    return text.endIndex
  }
}
