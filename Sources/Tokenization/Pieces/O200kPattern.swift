/// In order:
///
/// 1. `[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?`
/// 2. `[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?`
/// 3. `\p{N}{1,3}`
/// 4. ` ?[^\s\p{L}\p{N}]+[\r\n/]*`
/// 5. `\s*[\r\n]+`
/// 6. `\s+(?!\S)`
/// 7. `\s+`
package enum O200kPattern: PiecePattern {
  package static func endOfPiece(in text: some ClassifiedText, from start: Int) -> Int {
    let first = text.scalar(at: start)
    if first.class.isIn(.letter) { return endOfWord(in: text, from: start).end }
    if first.class == .number { return text.endOfNumber(from: start) }
    if first.class == .newline { return text.endOfWhitespace(from: start, endsWithText: false) }
    let second = start &+ first.length
    let following: ScalarClass = second < text.end ? text.scalar(at: second).class : []
    if following.isIn([.letter, .mark]) {
      let word = endOfWord(in: text, from: second)
      // A mark leads the word behind it as any symbol does, unless that word is of capitals alone: then the first
      // alternative takes the mark as a word before the second is tried.
      if first.class != .mark || word.isFirstAlternative { return word.end }
    }
    if first.class == .mark { return endOfWord(in: text, from: start).end }
    if first.class == .space {
      let isBlank = text.byte(at: start) == UInt8(ascii: " ")
      guard isBlank, following == .other else { return text.endOfWhitespace(from: start, endsWithText: false) }
    }
    var end = text.endOfRun(of: .symbol, from: second)
    while end < text.end, isLineEndOrSlash(text.byte(at: end)) { end &+= 1 }
    return end
  }

  /// A word of the first two alternatives without what may lead it. At the index is a letter or a mark.
  ///
  /// The capitals' part takes all it can. If a small letter follows, the rest is simple. If none does, the first
  /// alternative gives back what it took until something without case, or a mark, can stand for the small part: it
  /// ends behind the last of those. Only capitals are left to the second alternative.
  @inline(__always) private static func endOfWord(
    in text: some ClassifiedText, from start: Int
  ) -> (end: Int, isFirstAlternative: Bool) {
    var index = start
    var afterUncased: Int?
    while index < text.end {
      let scalar = text.scalar(at: index)
      if scalar.class == .lower {
        let end = text.endOfRun(of: [.lower, .uncased, .mark], from: index &+ scalar.length)
        return (text.endOfContraction(from: end) ?? end, true)
      }
      guard scalar.class.isIn([.upper, .uncased, .mark]) else { break }
      index &+= scalar.length
      if scalar.class != .upper { afterUncased = index }
    }
    let end = afterUncased ?? index
    return (text.endOfContraction(from: end) ?? end, afterUncased != nil)
  }

  @inline(__always) private static func isLineEndOrSlash(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "/")
  }
}
