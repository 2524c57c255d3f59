import Compaction

extension ShortText {
  /// What stays of a text. It can be longer than the text was.
  ///
  /// Linear in the text, whatever it holds: characters are counted from the front, never backwards.
  func shortened(_ text: String) -> String {
    let count = text.count
    switch self {
    case .placeholder: return "[cleared, \(count) characters]"
    case .headAndTail(let head, let tail):
      let (head, tail) = (max(head, 0), max(tail, 0))
      // No policy's number is too large for this.
      guard head < count, tail < count - head else { return text }
      let headEnd = text.index(text.startIndex, offsetBy: head)
      let tailStart = text.index(headEnd, offsetBy: count - head - tail)
      return "\(text[..<headEnd])\n[\(count - head - tail) characters cleared]\n\(text[tailStart...])"
    case .digest(let most):
      let items = IdentifierDigest(of: text).items(atMost: most)
      if items.isEmpty { return "[cleared, \(count) characters]" }
      return "[cleared, \(count) characters: \(items.map(Self.item).joined(separator: " "))]"
    }
  }

  /// In quotes where it has white space, so that items stay apart.
  private static func item(_ text: String) -> String {
    text.contains(where: \.isWhitespace) ? "\"\(text)\"" : text
  }
}
