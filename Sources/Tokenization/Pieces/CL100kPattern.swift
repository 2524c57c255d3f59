/// `'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s`
package enum CL100kPattern: PiecePattern {
  package static func endOfPiece(in text: some ClassifiedText, from start: Int) -> Int {
    let first = text.scalar(at: start)
    if first.class.isIn(.letter) { return text.endOfRun(of: .letter, from: start &+ first.length) }
    if first.class == .number { return text.endOfNumber(from: start) }
    if first.class == .newline { return text.endOfWhitespace(from: start, endsWithText: true) }
    if let end = text.endOfContraction(from: start) { return end }
    let second = start &+ first.length
    let following: ScalarClass = second < text.end ? text.scalar(at: second).class : []
    if following.isIn(.letter) { return text.endOfRun(of: .letter, from: second) }
    if first.class == .space {
      let isBlank = text.byte(at: start) == UInt8(ascii: " ")
      guard isBlank, following.isIn(.symbol) else { return text.endOfWhitespace(from: start, endsWithText: true) }
    }
    return text.endOfRun(of: .newline, from: text.endOfRun(of: .symbol, from: second))
  }
}
