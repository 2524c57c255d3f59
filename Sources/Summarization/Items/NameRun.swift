/// Collects words with capitals that stand in a row, parted by single spaces.
struct NameRun {
  private var words: [UInt64] = []
  private var range = 0..<0

  mutating func add(_ word: WordShape) {
    if let last = words.isEmpty ? nil : range.upperBound, word.start != last + 1 { words = [] }
    range = (words.isEmpty ? word.start : range.lowerBound)..<word.end
    words.append(word.plain.value)
  }

  /// The run as an item, where it has two words or more; a heading, which a colon ends, is none.
  mutating func end(isHeading: Bool) -> TextItem? {
    defer { words = [] }
    guard words.count >= 2, !isHeading else { return nil }
    return TextItem(kind: .name, key: words[0], others: Array(words.dropFirst()), range: range)
  }
}
