/// Where a text that is too long for one sentence may be cut.
enum Separators {
  /// The best cut in the second half of the range: behind `;` or a bracket that closes, else behind a comma, else
  /// behind white space, else before the last scalar that fits. Always behind the range's start.
  static func lastCut(in range: Range<Int>, of bytes: Span<UInt8>) -> Int {
    let half = range.lowerBound + range.count / 2
    for separators in [strong, commas, spaces] {
      var index = range.upperBound - 1
      while index >= half {
        if separators.contains(bytes[index]) { return index + 1 }
        index -= 1
      }
    }
    var index = range.upperBound
    while index > range.lowerBound + 1, index < bytes.count, bytes[index] & 0xC0 == 0x80 { index -= 1 }
    return index
  }

  private static let strong: [UInt8] = [UInt8(ascii: ";"), UInt8(ascii: "}"), UInt8(ascii: "]")]
  private static let commas: [UInt8] = [UInt8(ascii: ",")]
  private static let spaces: [UInt8] = [UInt8(ascii: " "), UInt8(ascii: "\t")]
}

/// Abbreviations after which a full stop ends no sentence although a capital follows.
enum Abbreviations {
  private static let known: Set<String> = [
    "mr", "mrs", "ms", "dr", "prof", "st", "sr", "jr", "vs", "etc", "e.g", "i.e", "fig", "approx", "dept", "u.s",
    "a.m", "p.m", "bzw", "z.b", "d.h", "nr", "str", "mme", "mlle", "sra", "srta", "ud", "u.s",
    "г", "ул", "им", "т.д", "т.п",
  ]

  /// Whether the word that ends the range is an abbreviation or a single letter.
  static func end(_ range: Range<Int>, of bytes: Span<UInt8>) -> Bool {
    var start = range.upperBound
    while start > range.lowerBound, bytes[start - 1] > 0x20, bytes[start - 1] != UInt8(ascii: "(") { start -= 1 }
    let length = range.upperBound - start
    guard length > 0, length <= 10 else { return false }
    let word = String(decoding: (start..<range.upperBound).map { bytes[$0] }, as: UTF8.self)
    if word.unicodeScalars.count == 1 { return word.unicodeScalars.allSatisfy { $0.properties.isAlphabetic } }
    return known.contains(word.lowercased())
  }
}
