/// Finds the items of a text.
///
/// Written apart from what makes short forms and summaries: whoever judges them must not share their mistakes.
struct ItemScanner {
  /// Longer words are data.
  private static let longestWord = 200

  /// Each occurrence, in order.
  static func items(of text: String) -> [Item] {
    var items: [Item] = []
    forEachWord(of: text) { word, beginsSentence in
      if let kind = kind(of: word, beginsSentence: beginsSentence) { items.append(Item(kind, String(word))) }
    }
    return items
  }

  /// The words without the marks around them, and whether a sentence may begin with each. Keys of JSON are left out: they
  /// are the form of what is said.
  private static func forEachWord(of text: String, _ body: (Substring, Bool) -> Void) {
    let bytes = text.utf8
    var beginsSentence = true
    var start = bytes.startIndex
    var index = start
    while true {
      let byte = index < bytes.endIndex ? bytes[index] : 0x0A
      guard isSeparator(byte) || index == bytes.endIndex else {
        index = bytes.index(after: index)
        continue
      }
      if start < index {
        let raw = text[start..<index]
        let word = trimmed(raw)
        if !word.isEmpty, word.utf8.count <= longestWord, !isKey(before: index, byte, in: bytes) {
          body(word, beginsSentence)
        }
        beginsSentence = raw.utf8.last.map { ends.contains($0) } ?? false
      }
      if byte == 0x0A { beginsSentence = true }
      if index == bytes.endIndex { return }
      index = bytes.index(after: index)
      start = index
    }
  }

  /// Whether the quote that ends a word is followed by a colon.
  private static func isKey(before index: String.Index, _ byte: UInt8, in bytes: String.UTF8View) -> Bool {
    guard byte == UInt8(ascii: "\"") else { return false }
    let next = bytes.index(after: index)
    return next < bytes.endIndex && bytes[next] == UInt8(ascii: ":")
  }

  private static let ends = Set(".!?:".utf8)
  private static let separators = Set("\"'`,;(){}[]<>=|*\\".utf8)
  private static let marks = Set(".:;!?,-#".utf8)

  private static func isSeparator(_ byte: UInt8) -> Bool { byte <= 0x20 || separators.contains(byte) }

  private static func trimmed(_ word: Substring) -> Substring {
    var word = word
    while let last = word.utf8.last, marks.contains(last) { word = word[..<word.utf8.index(before: word.endIndex)] }
    while let first = word.utf8.first, first != UInt8(ascii: "."), marks.contains(first) {
      word = word[word.utf8.index(after: word.startIndex)...]
    }
    return word
  }

  /// `nil` for a word of the language.
  static func kind(of word: Substring, beginsSentence: Bool) -> Item.Kind? {
    let shape = WordShape(word)
    if shape.letters + shape.digits == 0 { return nil }
    if word.contains("://") { return .url }
    if shape.isDateOrTime { return .date }
    if shape.isPath { return .path }
    if shape.letters == 0 {
      // One digit says too little to be missed.
      return shape.digits > 1 ? .number : nil
    }
    if shape.digits > 0 || shape.joins { return .identifier }
    if shape.isNamed, shape.letters > 1, !beginsSentence { return .name }
    return nil
  }
}
