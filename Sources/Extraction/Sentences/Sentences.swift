/// Splits text into sentences, in many scripts.
///
/// A sentence ends at a line's end; after a full-width or script-specific terminator (`。！？` `।` `؟` `۔` `።` …);
/// and after `.`, `!`, `?` or `…` that white space follows, unless an abbreviation or a lower-case word says that the
/// sentence goes on. What is longer than ``longest`` bytes, JSON on one line say, is split further, after separators.
public enum Sentences {
  /// Beyond this many bytes a sentence is cut where a clause, a field or a word ends.
  public static let longest = 320

  /// The sentences of a text, without the white space around them.
  public static func of(_ text: String) -> [String] {
    let bytes = text.utf8.span
    return ranges(in: bytes).map { range in String(decoding: range.map { bytes[$0] }, as: UTF8.self) }
  }

  /// The ranges of the sentences in bytes, ascending, without the white space around them.
  static func ranges(in bytes: Span<UInt8>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    var index = 0
    while index < bytes.count {
      let (value, length) = scalar(bytes, at: index)
      let next = index + length
      if ScalarClass(value) == .newline {
        append(start..<index, of: bytes, to: &ranges)
        start = next
      } else if let end = sentenceEnd(after: value, from: start, at: index, next: next, in: bytes) {
        append(start..<end, of: bytes, to: &ranges)
        start = end
        index = end
        continue
      }
      index = next
    }
    append(start..<bytes.count, of: bytes, to: &ranges)
    return ranges
  }

  private static func sentenceEnd(
    after value: UInt32, from start: Int, at index: Int, next: Int, in bytes: Span<UInt8>
  ) -> Int? {
    if isUnconditionalTerminator(value) { return pastClosers(next, in: bytes) }
    guard isConditionalTerminator(value) else { return nil }
    let end = pastClosers(next, in: bytes)
    guard end < bytes.count else { return end }
    guard ScalarClass(scalar(bytes, at: end).value) == .space else { return nil }
    if value == 0x2E, continues(after: end, in: bytes) || Abbreviations.end(start..<index, of: bytes) { return nil }
    return end
  }

  /// `.`, `!`, `?`, `…`: they end a sentence only before white space.
  private static func isConditionalTerminator(_ value: UInt32) -> Bool {
    value == 0x2E || value == 0x21 || value == 0x3F || value == 0x2026
  }

  /// Terminators of scripts that put no space after a sentence, or that have no other use.
  private static func isUnconditionalTerminator(_ value: UInt32) -> Bool {
    switch value {
    case 0x3002, 0xFF01, 0xFF1F, 0xFF61, 0xFF0E: true  // 。！？｡．
    case 0x061F, 0x06D4: true  // ؟ ۔
    case 0x0964, 0x0965: true  // । ॥
    case 0x0589, 0x1362, 0x17D4, 0x104B, 0x0F0D: true  // ։ ። ។ ။ །
    default: false
    }
  }

  /// Quotation marks and brackets that close behind a terminator, and further terminators, belong to the sentence.
  private static func pastClosers(_ index: Int, in bytes: Span<UInt8>) -> Int {
    var index = index
    while index < bytes.count {
      let (value, length) = scalar(bytes, at: index)
      switch value {
      case 0x22, 0x27, 0x29, 0x5D, 0xBB, 0x2019, 0x201D, 0x300D, 0x300F, 0x3011, 0xFF09: break
      case _ where isConditionalTerminator(value) || isUnconditionalTerminator(value): break
      default: return index
      }
      index += length
    }
    return index
  }

  /// Whether the next word begins in lower case, so that the full stop was that of an abbreviation.
  private static func continues(after index: Int, in bytes: Span<UInt8>) -> Bool {
    var index = index
    while index < bytes.count {
      let (value, length) = scalar(bytes, at: index)
      if ScalarClass(value) == .space {
        index += length
        continue
      }
      return Unicode.Scalar(value)?.properties.isLowercase ?? false
    }
    return false
  }

  private static func append(_ range: Range<Int>, of bytes: Span<UInt8>, to ranges: inout [Range<Int>]) {
    var range = trimmed(range, of: bytes)
    while range.count > longest {
      let cut = Separators.lastCut(in: range.lowerBound..<range.lowerBound + longest, of: bytes)
      let head = trimmed(range.lowerBound..<cut, of: bytes)
      if !head.isEmpty { ranges.append(head) }
      range = trimmed(cut..<range.upperBound, of: bytes)
    }
    if !range.isEmpty { ranges.append(range) }
  }

  private static func trimmed(_ range: Range<Int>, of bytes: Span<UInt8>) -> Range<Int> {
    var (lower, upper) = (range.lowerBound, range.upperBound)
    while lower < upper {
      let (value, length) = scalar(bytes, at: lower)
      guard ScalarClass(value) == .space || value == 0x0D else { break }
      lower += length
    }
    while lower < upper, bytes[upper - 1] <= 0x20 { upper -= 1 }
    return lower..<upper
  }
}
