/// Which texts of an index a reader of a history finds.
struct ReadTexts {
  private var isRead: [Bool]
  /// Whether the reader finds other texts than entries as they came.
  let hasOthers: Bool

  init(_ history: CompactedHistory, count: Int) {
    isRead = Array(repeating: false, count: count)
    for text in history.texts { isRead[text] = true }
    hasOthers = history.texts.last.map { $0 >= history.end } ?? false || history.texts.contains { $0 >= history.end }
  }

  func contains(_ text: Int) -> Bool { isRead[text] }

  func holds(_ value: String, _ index: TextIndex) -> Bool { index.texts(holding: value).contains { isRead[$0] } }
}
