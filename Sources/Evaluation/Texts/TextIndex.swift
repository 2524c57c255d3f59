/// Where words stand in a set of texts, so that many values can be looked for in many texts.
///
/// A word is a run of ASCII letters, digits and `_`, or one scalar beyond ASCII. A value stands in a text where its bytes do, and
/// where no word of the text is cut by it: `12` does not stand in `2012`.
struct TextIndex: Sendable {
  private struct Place {
    var text: Int32
    var start: Int32
  }

  private(set) var texts: [[UInt8]] = []
  private var places: [UInt64: [Place]] = [:]

  init(_ texts: [String] = []) {
    for text in texts { add(text) }
  }

  /// Adds a text and gives its number; numbers ascend from 0.
  @discardableResult
  mutating func add(_ text: String) -> Int {
    let bytes = Array(text.utf8)
    let number = texts.count
    for word in Self.words(of: bytes) {
      places[Self.hash(bytes[word]), default: []].append(Place(text: Int32(number), start: Int32(word.lowerBound)))
    }
    texts.append(bytes)
    return number
  }

  /// The numbers of the texts in which the value stands, ascending; none for a value without a word.
  func texts(holding value: String) -> [Int] {
    let bytes = Array(value.utf8)
    var found: [Int] = []
    for place in candidates(for: bytes) where found.last != Int(place.text) {
      if stands(bytes, in: texts[Int(place.text)], at: Int(place.start)) { found.append(Int(place.text)) }
    }
    return found
  }

  /// Where the value would begin, by the places of its rarest word.
  private func candidates(for value: [UInt8]) -> [Place] {
    var rarest: (places: [Place], offset: Int)?
    // The first words tell long values apart as well as all of them do.
    for word in Self.words(of: value).prefix(64) {
      let places = places[Self.hash(value[word])] ?? []
      if places.isEmpty, word.upperBound < value.count, word.lowerBound > 0 { return [] }
      if places.count < rarest?.places.count ?? .max { rarest = (places, word.lowerBound) }
    }
    guard let rarest else { return [] }
    return rarest.places.map { Place(text: $0.text, start: $0.start - Int32(rarest.offset)) }
  }

  private func stands(_ value: [UInt8], in text: [UInt8], at start: Int) -> Bool {
    let end = start + value.count
    guard start >= 0, end <= text.count else { return false }
    var index = 0
    while index < value.count {
      if text[start + index] != value[index] { return false }
      index += 1
    }
    if start > 0, Self.isWord(value[0]), Self.isWord(text[start - 1]) { return false }
    if end < text.count, Self.isWord(value[value.count - 1]), Self.isWord(text[end]) { return false }
    return true
  }

  static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
    default: false
    }
  }

  private static func words(of bytes: [UInt8]) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var index = 0
    while index < bytes.count {
      let start = index
      if bytes[index] >= 0x80 {
        index += 1
        while index < bytes.count, bytes[index] & 0xC0 == 0x80 { index += 1 }
        words.append(start..<index)
        continue
      }
      while index < bytes.count, isWord(bytes[index]) { index += 1 }
      if index > start { words.append(start..<index) } else { index += 1 }
    }
    return words
  }

  private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return hash
  }
}
