/// A run of Han and hiragana, which no spaces divide.
enum HanRun {
  /// Appends the pairs of neighbouring characters, and each run of two or more numerals as a number.
  static func scan(from start: Int, to end: Int, of bytes: Span<UInt8>, into words: inout [Word]) -> Int {
    var index = start
    var previous: UInt32?
    var numerals = 0
    var number = WordHash()
    func finishNumber(_ words: inout [Word]) {
      if numerals >= 2 {
        words.append(Word(hash: number.value, shape: .number, isFirst: false, startsClause: false))
      }
    }
    while index < end {
      let (value, length) = scalar(bytes, at: index)
      let kind = ScalarClass(value)
      guard kind == .han || kind == .hiragana else { break }
      if let previous {
        var pair = WordHash()
        pair.add(previous)
        pair.add(value)
        words.append(Word(hash: pair.value, shape: .plain, isFirst: false, startsClause: false))
      }
      if numeralValues.contains(value) {
        numerals += 1
        number.add(value)
      } else {
        finishNumber(&words)
        (numerals, number) = (0, WordHash())
      }
      previous = value
      index += length
    }
    finishNumber(&words)
    return index
  }

  private static let numeralValues = Set("〇零一二三四五六七八九十百千万亿億两".unicodeScalars.map(\.value))
}
