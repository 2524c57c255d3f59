/// Finds where a text can be cut without parting a character, looking at a bounded stretch of it.
enum CharacterCut {
  /// A character longer than this many bytes is cut between two of its scalars.
  static let longestCharacter = 256

  /// The characters that stand whole in the first so many bytes; the first one where not even that does.
  ///
  /// - Precondition: The text is not empty.
  static func prefix(of text: Substring, bytes: Int) -> Substring {
    let utf8 = text.utf8
    guard bytes < utf8.count else { return text }
    let end = scalarStart(at: utf8.index(utf8.startIndex, offsetBy: bytes), in: utf8)
    let start = knownBoundary(before: end, in: utf8)
    let boundary = lastBoundary(from: start, to: end, in: text)
    if boundary > text.startIndex { return text[..<boundary] }
    let head = text[..<ahead(of: text.startIndex, by: longestCharacter, in: utf8)]
    let first = head.prefix(1)
    let isWhole = first.endIndex < head.endIndex || head.endIndex == text.endIndex
    return isWhole || end == text.startIndex ? first : text[..<end]
  }

  /// The last boundary between characters up to the end; the start, which is one, where there is no other.
  private static func lastBoundary(from start: String.Index, to end: String.Index, in text: Substring) -> String.Index {
    // What follows may belong to the last character, so some of it is looked at as well.
    let window = text[start..<ahead(of: end, by: longestCharacter, in: text.utf8)]
    var boundary = start
    while boundary < end {
      let next = window.index(after: boundary)
      if next > end { break }
      boundary = next
    }
    return boundary
  }

  /// A boundary not far before the index: between two ASCII characters, or the text's start.
  private static func knownBoundary(before index: String.Index, in utf8: Substring.UTF8View) -> String.Index {
    var index = index
    var previous: UInt8?
    for _ in 0..<longestCharacter where index > utf8.startIndex {
      let before = utf8.index(before: index)
      let byte = utf8[before]
      if let previous, byte < 0x80, previous < 0x80, byte != 0x0D { return index }
      previous = byte
      index = before
    }
    return utf8.startIndex
  }

  private static func ahead(of index: String.Index, by bytes: Int, in utf8: Substring.UTF8View) -> String.Index {
    guard let end = utf8.index(index, offsetBy: bytes, limitedBy: utf8.endIndex) else { return utf8.endIndex }
    return scalarStart(at: end, in: utf8)
  }

  private static func scalarStart(at index: String.Index, in utf8: Substring.UTF8View) -> String.Index {
    var index = index
    while index < utf8.endIndex, index > utf8.startIndex, utf8[index] & 0xC0 == 0x80 {
      index = utf8.index(before: index)
    }
    return index
  }
}
