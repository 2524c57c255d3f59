/// What one look through a text finds: the items in it, and an index of what occurs.
struct TextScan {
  /// An item with the part of the text that it stands in.
  struct Found {
    var item: TextItem
    /// Parts are counted from 0.
    var part: Int
  }

  private(set) var index = ItemIndex()
  private(set) var items: [Found] = []
  /// Where its parts begin, in bytes.
  private(set) var partStarts = [0]
  private var word = WordShape()
  private var isOpen = false
  private var wasLower = false
  private var joinerBefore = false
  private var signBefore = false
  private var pair: UInt32?
  private var names: NameRun?
  /// Where only stems are wanted, those found.
  private var stemsOnly: [UInt64]?

  /// The stems of a text as ``ItemIndex/stems`` has them, in order.
  static func stems(of text: String) -> [UInt64] {
    var scan = TextScan()
    scan.stemsOnly = []
    scan.read(text.utf8.span)
    scan.close()
    return scan.stemsOnly ?? []
  }

  private init() {}

  /// - Parameters:
  ///   - text: Its parts are lines that are not indented, with the indented lines behind each.
  ///   - findsNames: Whether runs of words with capitals are items as well.
  init(_ text: String, findsNames: Bool = false) {
    names = findsNames ? NameRun() : nil
    read(text.utf8.span)
    close()
    closeNames()
  }

  private mutating func read(_ bytes: Span<UInt8>) {
    var index = 0
    while index < bytes.count {
      let (value, length) = Self.scalar(bytes, at: index)
      let letter = Letter(value)
      if letter != .unspaced { pair = nil }
      switch letter {
      case .lower, .upper: add(value, isUpper: letter == .upper, from: index, to: index + length)
      case .digit(let digit): add(digit: digit, value, from: index, to: index + length)
      case .joiner:
        if Self.joins(at: index, in: bytes, isOpen: isOpen) {
          join(value, at: index)
        } else {
          close()
          closeNames()
        }
      case .unspaced:
        close()
        add(unspaced: value)
      case .other:
        if value == 0x3A, isOpen, let end = Self.urlEnd(fromColon: index, in: bytes) {
          addURL(upTo: end, in: bytes)
          index = end
          continue
        }
        add(mark: value, at: index, in: bytes)
      }
      index += length
    }
  }

  private var part: Int { partStarts.count - 1 }

  // MARK: Letters

  @inline(__always)
  private mutating func open(at index: Int) {
    guard !isOpen else { return }
    isOpen = true
    word.begin(at: index)
    word.hasUnitSign = signBefore
    wasLower = false
    joinerBefore = false
  }

  @inline(__always)
  private mutating func add(_ value: UInt32, isUpper: Bool, from start: Int, to end: Int) {
    open(at: start)
    if word.letters + word.runs.digits == 0 { word.beginsWithCapital = isUpper }
    if isUpper {
      word.capitals += 1
      if wasLower { word.hasInnerCapital = true }
    }
    wasLower = !isUpper
    word.letters += 1
    if word.hasDot {
      word.lettersBehindDot += 1
      if isUpper { word.isPlainBehindDot = false }
    }
    if word.runs.count > 0 { word.runs.add(.other) }
    extend(Letter.lowercased(value), to: end)
  }

  @inline(__always)
  private mutating func add(digit: UInt8, _ value: UInt32, from start: Int, to end: Int) {
    open(at: start)
    if word.letters + word.runs.digits == 0 { word.beginsWithDigit = true }
    word.runs.add(digit)
    wasLower = false
    extend(0x30 + UInt32(digit), to: end)
  }

  @inline(__always)
  private mutating func extend(_ value: UInt32, to end: Int) {
    word.plain.add(value)
    if word.stemLength < 5 {
      word.stem.add(value)
      word.stemLength += 1
    }
    word.end = end
    joinerBefore = false
  }

  /// A mark between two letters or digits, or at the head of a path.
  private mutating func join(_ value: UInt32, at index: Int) {
    if !isOpen {
      open(at: index)
      word.beginsWithSlash = true
    }
    switch value {
    case 0x2F, 0x5C:
      word.slashes += 1
      (word.hasDot, word.lettersBehindDot, word.isPlainBehindDot) = (false, 0, true)
      word.runs.add(.slash)
    case 0x2E:
      (word.hasDot, word.lettersBehindDot, word.isPlainBehindDot) = (true, 0, true)
      word.runs.add(.dot)
    case 0x5F:
      word.hasInnerUnderscore = true
      word.runs.add(.other)
    case 0x40:
      word.hasAt = true
      word.runs.add(.other)
    case 0x2C: word.runs.add(.comma)
    case 0x2D: word.runs.add(.dash)
    default: word.runs.add(.other)
    }
    wasLower = false
  }

  private mutating func add(unspaced value: UInt32) {
    if let pair {
      var hash = ItemHash()
      hash.add(pair)
      hash.add(value)
      if stemsOnly == nil { index.stems.insert(hash.value) } else { stemsOnly?.append(hash.value) }
    }
    pair = value
  }

  // MARK: Ends

  private mutating func add(mark value: UInt32, at position: Int, in bytes: Span<UInt8>) {
    let isSign = value == 0x24 || value == 0x25 || value == 0xA3 || value == 0xA5 || value == 0x20AC
    if isSign, isOpen { word.hasUnitSign = true }
    close()
    signBefore = isSign || signBefore && value == 0x20
    if value != 0x20 { closeNames(isHeading: value == 0x3A) }
    if value == 0x0A, position + 1 < bytes.count, bytes[position + 1] != 0x20 { partStarts.append(position + 1) }
  }

  private mutating func close() {
    guard isOpen else { return }
    isOpen = false
    signBefore = false
    // Marks alone, `//` say.
    guard word.letters + word.runs.digits > 0 else { return }
    if stemsOnly != nil {
      if word.hasStem { stemsOnly?.append(word.stem.value) }
      return
    }
    index.words.insert(word.plain.value)
    if word.hasStem { index.stems.insert(word.stem.value) }
    for run in 0..<word.runs.count { index.runs.insert(word.runs.hash(of: run)) }
    if word.runs.count > 0, let forms = NumberForms(word.runs) { index.numbers.formUnion(forms.keys) }
    let item = word.item()
    if let item, item.kind == .date, let year = item.digits {
      index.dates.formUnion(item.dayKeys)
      index.years.insert(year)
    }
    if let item { items.append(Found(item: item, part: part)) }
    let isName = item == nil && word.beginsWithCapital && word.capitals == 1 && word.letters >= 3
    if isName { names?.add(word) } else { closeNames() }
  }

  private mutating func closeNames(isHeading: Bool = false) {
    if let item = names?.end(isHeading: isHeading) { items.append(Found(item: item, part: part)) }
  }

  private mutating func addURL(upTo end: Int, in bytes: Span<UInt8>) {
    isOpen = false
    guard stemsOnly == nil else { return }
    closeNames()
    var plain = ItemHash()
    var runs = DigitRuns()
    var position = word.start
    while position < end {
      let (value, length) = Self.scalar(bytes, at: position)
      switch Letter(value) {
      case .lower, .upper, .unspaced:
        plain.add(Letter.lowercased(value))
        runs.add(.other)
      case .digit(let digit):
        plain.add(0x30 + UInt32(digit))
        runs.add(digit)
      case .joiner, .other: runs.add(.other)
      }
      position += length
    }
    index.words.insert(plain.value)
    for run in 0..<runs.count { index.runs.insert(runs.hash(of: run)) }
    items.append(
      Found(item: TextItem(kind: .url, key: plain.value, digits: nil, range: word.start..<end), part: part))
  }
}

extension TextScan {
  /// The scalar that starts at an index of well-formed UTF-8, and its length in bytes.
  @inline(__always)
  fileprivate static func scalar(_ bytes: Span<UInt8>, at index: Int) -> (value: UInt32, length: Int) {
    let first = UInt32(bytes[index])
    if first < 0x80 { return (first, 1) }
    func next(_ offset: Int) -> UInt32 { UInt32(bytes[index + offset]) & 0x3F }
    if first < 0xE0 { return ((first & 0x1F) << 6 | next(1), 2) }
    if first < 0xF0 { return ((first & 0x0F) << 12 | next(1) << 6 | next(2), 3) }
    return ((first & 0x07) << 18 | next(1) << 12 | next(2) << 6 | next(3), 4)
  }

  /// Whether a joiner stands inside a word, or at the head of a path: a letter or digit stands on both sides, digits
  /// on both sides of a comma, and behind a mark that opens a path.
  fileprivate static func joins(at index: Int, in bytes: Span<UInt8>, isOpen: Bool) -> Bool {
    let next = index + 1 < bytes.count ? bytes[index + 1] : 0x20
    let byte = bytes[index]
    let isNextWord = next >= 0x80 || isAlphanumeric(next)
    // The slash of a tag that closes begins no path.
    if !isOpen, index > 0, bytes[index - 1] == 0x3C { return false }
    if !isOpen { return (byte == 0x2F || byte == 0x7E) && (isNextWord || next == 0x2F || next == 0x2E || next == 0x5F) }
    if byte == 0x2C { return index > 0 && isDigit(bytes[index - 1]) && isDigit(next) }
    // `../x`, `__init__`, `a/.b`: marks in a row belong to one word as long as a letter follows.
    return isNextWord
      || (next == 0x5F || next == 0x2F || next == 0x2E) && index + 2 < bytes.count
        && isAlphanumeric(bytes[index + 2])
  }

  /// Where an address on the web ends that has this colon behind its scheme; `nil` where there is none.
  fileprivate static func urlEnd(fromColon index: Int, in bytes: Span<UInt8>) -> Int? {
    guard index + 3 < bytes.count, bytes[index + 1] == 0x2F, bytes[index + 2] == 0x2F else { return nil }
    var end = index + 3
    while end < bytes.count {
      let byte = bytes[end]
      if byte <= 0x20 || byte >= 0x80 || isOneOf(byte, "\"<>`{}|\\^)]'") { break }
      end += 1
    }
    while end > index + 3, isOneOf(bytes[end - 1], ".,;:!?*/") { end -= 1 }
    return end > index + 3 ? end : nil
  }

  private static func isOneOf(_ byte: UInt8, _ marks: StaticString) -> Bool {
    marks.withUTF8Buffer { $0.contains(byte) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A)
  }
}
