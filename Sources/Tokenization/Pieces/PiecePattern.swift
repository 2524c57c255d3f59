/// Cuts a text into the pieces within which bytes are merged. The pieces follow each other without gaps.
///
/// What a pattern's regular expression says is scanned by hand: without its backtracking no input is slow, and none
/// overflows a stack.
package protocol PiecePattern: Sendable {
  /// Where the piece that begins at the index ends.
  ///
  /// - Parameter index: below the text's end.
  static func endOfPiece(in text: some ClassifiedText, from index: Int) -> Int
}

extension ClassifiedText {
  /// `(?i:'s|'t|'re|'ve|'m|'ll|'d)`, by Unicode's case folding, under which `ſ` is an `s`.
  ///
  /// - Returns: where the contraction at the index ends, or nil if there is none.
  @inline(__always) func endOfContraction(from index: Int) -> Int? {
    guard index &+ 1 < end, byte(at: index) == UInt8(ascii: "'") else { return nil }
    let first = byte(at: index &+ 1)
    let second = index &+ 2 < end ? byte(at: index &+ 2) : 0
    switch first | 0x20 {
    case UInt8(ascii: "s"), UInt8(ascii: "t"), UInt8(ascii: "m"), UInt8(ascii: "d"): return index &+ 2
    case UInt8(ascii: "r"), UInt8(ascii: "v"): return second | 0x20 == UInt8(ascii: "e") ? index &+ 3 : nil
    case UInt8(ascii: "l"): return second | 0x20 == UInt8(ascii: "l") ? index &+ 3 : nil
    default: return first == 0xC5 && second == 0xBF ? index &+ 3 : nil
    }
  }

  /// `\p{N}{1,3}`.
  @inline(__always) func endOfNumber(from index: Int) -> Int {
    var index = index
    for _ in 0..<3 where index < end {
      let scalar = scalar(at: index)
      guard scalar.class == .number else { break }
      index &+= scalar.length
    }
    return index
  }

  /// White space at the index that no word and no symbol takes with it: up to its last line end; without one, all of
  /// it at the end of the text, and elsewhere all but the last, which goes to what follows unless it is the only one.
  ///
  /// - Parameter endsWithText: white space at the end of the text is one piece even with line ends in it.
  @inline(__always) func endOfWhitespace(from start: Int, endsWithText: Bool) -> Int {
    var index = start
    var last = start
    var afterNewline: Int?
    while index < end {
      let scalar = scalar(at: index)
      guard scalar.class.isIn(.whitespace) else { break }
      last = index
      index &+= scalar.length
      if scalar.class == .newline { afterNewline = index }
    }
    if endsWithText, index == end { return end }
    if let afterNewline { return afterNewline }
    return index == end || last == start ? index : last
  }
}
