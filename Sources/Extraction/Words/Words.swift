/// A word of a sentence as scoring sees it: which one it is, and whether it looks like a name or a number.
struct Word: Equatable {
  /// Of the word in lower case; the same for the same word everywhere.
  var hash: UInt64
  var shape: Shape
  /// Whether it is the first of its sentence, where a capital says nothing.
  var isFirst: Bool
  /// Whether it is the first of a clause: behind a punctuation mark, or of the sentence.
  var startsClause: Bool

  enum Shape: Equatable {
    case plain
    case capital
    /// A name whatever its place: a path, an address, an identifier, a word in katakana.
    case name
    case number
  }
}

/// Splits sentences into words: runs of letters and digits, with apostrophes, hyphens, dots, slashes and the like
/// inside them, so that amounts, dates, paths and addresses stay whole. Han and hiragana come as pairs of characters,
/// since no space says where a word ends.
struct WordScanner {
  private var hash = WordHash()
  private var hasDigit = false
  private var isName = false
  private var firstIsUpper = false
  private var wasLower = false

  /// Appends the words of a range of well-formed UTF-8.
  static func scan(_ range: Range<Int>, of bytes: Span<UInt8>, into words: inout [Word]) {
    var index = range.lowerBound
    var isFirst = true
    var startsClause = true
    while index < range.upperBound {
      let (value, length) = scalar(bytes, at: index)
      let kind = ScalarClass(value)
      switch kind {
      case .upper, .letter, .digit:
        var scanner = WordScanner()
        index = scanner.run(from: index, to: range.upperBound, of: bytes)
        words.append(scanner.word(isFirst: isFirst, startsClause: startsClause))
        (isFirst, startsClause) = (false, false)
        continue
      case .han, .hiragana:
        index = HanRun.scan(from: index, to: range.upperBound, of: bytes, into: &words)
        (isFirst, startsClause) = (false, false)
        continue
      case .katakana:
        index = katakana(from: index, to: range.upperBound, of: bytes, into: &words)
        (isFirst, startsClause) = (false, false)
        continue
      case .other:
        startsClause = true
      case .space, .newline:
        break
      }
      index += length
    }
  }

  private mutating func run(from start: Int, to end: Int, of bytes: Span<UInt8>) -> Int {
    var index = start
    while index < end {
      let (value, length) = scalar(bytes, at: index)
      let kind = ScalarClass(value)
      if kind.isWord {
        add(value, kind, isStart: index == start)
      } else if let joiner = Joiner(value), index + length < end,
        ScalarClass(scalar(bytes, at: index + length).value).isWord
      {
        hash.add(value == 0x2019 ? 0x27 : value)
        if joiner == .ofNames { isName = true }
        wasLower = false
      } else {
        break
      }
      index += length
    }
    return index
  }

  private mutating func add(_ value: UInt32, _ kind: ScalarClass, isStart: Bool) {
    if kind == .digit { hasDigit = true }
    if kind == .upper {
      if isStart { firstIsUpper = true }
      if wasLower { isName = true }
    }
    wasLower = kind == .letter
    hash.add(kind == .upper ? WordHash.lowercased(value) : value)
  }

  private func word(isFirst: Bool, startsClause: Bool) -> Word {
    let value = hash.value
    let shape: Word.Shape =
      if hasDigit || WordLists.isNumberOrDate(value, isCapital: firstIsUpper) {
        .number
      } else if isName {
        .name
      } else if firstIsUpper && !WordLists.isEnglishI(value) {
        .capital
      } else {
        .plain
      }
    return Word(hash: value, shape: shape, isFirst: isFirst, startsClause: startsClause)
  }

  private static func katakana(
    from start: Int, to end: Int, of bytes: Span<UInt8>, into words: inout [Word]
  ) -> Int {
    var hash = WordHash()
    var index = start
    var count = 0
    while index < end {
      let (value, length) = scalar(bytes, at: index)
      guard ScalarClass(value) == .katakana else { break }
      hash.add(value)
      index += length
      count += 1
    }
    words.append(Word(hash: hash.value, shape: count >= 3 ? .name : .plain, isFirst: false, startsClause: false))
    return index
  }
}

/// Marks that may stand inside a word.
private enum Joiner {
  case plain
  /// Inside names of things: paths, addresses, identifiers.
  case ofNames

  init?(_ value: UInt32) {
    switch value {
    case 0x27, 0x2019, 0x2D, 0x2C, 0x3A: self = .plain  // ' ’ - , :
    case 0x2E, 0x2F, 0x5C, 0x5F, 0x40: self = .ofNames  // . / \ _ @
    default: return nil
    }
  }
}
