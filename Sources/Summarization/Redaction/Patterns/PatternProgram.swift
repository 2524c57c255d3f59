/// A pattern as a machine of states.
struct PatternProgram: Sendable {
  enum State: Sendable {
    case take(CharacterSetOfRanges, next: Int)
    case split(Int, Int)
    case check(Edge, next: Int)
    case found
  }

  enum Edge: Sendable { case lineStart, lineEnd, word, noWord }

  var states: [State]
  var start: Int
  /// The bytes of ASCII with which a match can begin.
  var first: [Bool]
  /// Whether another character can.
  var firstBeyondASCII: Bool
}

/// A set of scalars.
struct CharacterSetOfRanges: Sendable, Equatable {
  var ranges: [ClosedRange<UInt32>]
  var isNegated = false

  @inline(__always)
  func contains(_ value: UInt32) -> Bool {
    for range in ranges where range.contains(value) { return !isNegated }
    return isNegated
  }

  static let digits = CharacterSetOfRanges(ranges: [0x30...0x39])
  static let word = CharacterSetOfRanges(ranges: [
    0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A, 0xC0...0x1FFF, 0x2C00...0x2DFF, 0x3040...0xD7FF,
  ])
  static let space = CharacterSetOfRanges(ranges: [0x09...0x0D, 0x20...0x20, 0x85...0x85, 0xA0...0xA0, 0x2028...0x2029])
  static let anyButLineEnds = CharacterSetOfRanges(ranges: [0x0A...0x0A, 0x0D...0x0D], isNegated: true)

  var negated: CharacterSetOfRanges { CharacterSetOfRanges(ranges: ranges, isNegated: !isNegated) }

  /// With the other case of each letter of ASCII.
  var withBothCases: CharacterSetOfRanges {
    var both = self
    for range in ranges {
      for value in max(range.lowerBound, 0x41)...max(min(range.upperBound, 0x7A), max(range.lowerBound, 0x41))
      where range.contains(value) {
        if (0x41...0x5A).contains(value) { both.ranges.append(value + 0x20...value + 0x20) }
        if (0x61...0x7A).contains(value) { both.ranges.append(value - 0x20...value - 0x20) }
      }
    }
    return both
  }
}
