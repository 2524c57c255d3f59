/// A pattern as a tree.
indirect enum PatternNode {
  case empty
  case set(CharacterSetOfRanges)
  case edge(PatternProgram.Edge)
  case sequence([PatternNode])
  case choice([PatternNode])
  /// - Parameter most: `nil` for no limit.
  case repeated(PatternNode, least: Int, most: Int?)
}

/// Reads a pattern.
struct PatternParser {
  static let mostRepeats = 200
  private static let longest = 500
  private static let deepest = 40

  private let characters: [Unicode.Scalar]
  private var index = 0
  private var depth = 0
  private var ignoresCase = false

  static func parse(_ pattern: String) throws(PatternError) -> PatternNode {
    var parser = PatternParser(pattern)
    guard !parser.characters.isEmpty else { throw parser.error("the pattern is empty") }
    guard parser.characters.count <= longest else { throw parser.error("it has more than \(longest) characters") }
    if pattern.hasPrefix("(?i)") {
      parser.ignoresCase = true
      parser.index = 4
    }
    let node = try parser.choice()
    guard parser.index == parser.characters.count else { throw parser.error("a `)` without its `(`") }
    return node
  }

  private init(_ pattern: String) { characters = Array(pattern.unicodeScalars) }

  private func error(_ problem: String) -> PatternError { PatternError(position: index + 1, problem: problem) }

  private var next: Unicode.Scalar? { index < characters.count ? characters[index] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    index += 1
    return true
  }

  private mutating func choice() throws(PatternError) -> PatternNode {
    var choices = [try sequence()]
    while take("|") { choices.append(try sequence()) }
    return choices.count == 1 ? choices[0] : .choice(choices)
  }

  private mutating func sequence() throws(PatternError) -> PatternNode {
    var nodes: [PatternNode] = []
    while let next, next != "|", next != ")" {
      let start = index
      var node = try atom()
      while let (least, most) = try repeats() {
        if case .edge = node {
          index = start
          throw error("an edge cannot be repeated")
        }
        node = .repeated(node, least: least, most: most)
      }
      nodes.append(node)
    }
    return nodes.isEmpty ? .empty : .sequence(nodes)
  }

  private mutating func atom() throws(PatternError) -> PatternNode {
    guard let scalar = next else { throw error("something is missing") }
    if "*+?{".unicodeScalars.contains(scalar) { throw error("`\(scalar)` has nothing before it to repeat") }
    index += 1
    switch scalar {
    case "(": return try group()
    case "[": return .set(try set())
    case ".": return .set(.anyButLineEnds)
    case "^": return .edge(.lineStart)
    case "$": return .edge(.lineEnd)
    case "\\":
      guard let escaped = next else { throw error("a `\\` at the end") }
      if escaped == "b" || escaped == "B" {
        index += 1
        return .edge(escaped == "b" ? .word : .noWord)
      }
      return .set(try self.escaped())
    default: return .set(literal(scalar))
    }
  }

  private mutating func group() throws(PatternError) -> PatternNode {
    if take("?"), !take(":") {
      throw error("of groups that begin with `(?` only `(?:` and, at the beginning, `(?i)` are known")
    }
    depth += 1
    guard depth <= Self.deepest else { throw error("groups stand in one another more than \(Self.deepest) deep") }
    let node = try choice()
    depth -= 1
    guard take(")") else { throw error("a `(` without its `)`") }
    return node
  }

  private func literal(_ scalar: Unicode.Scalar) -> CharacterSetOfRanges {
    let set = CharacterSetOfRanges(ranges: [scalar.value...scalar.value])
    return ignoresCase ? set.withBothCases : set
  }

  /// What stands behind a `\`.
  private mutating func escaped() throws(PatternError) -> CharacterSetOfRanges {
    guard let scalar = next else { throw error("a `\\` at the end") }
    index += 1
    switch scalar {
    case "d": return .digits
    case "D": return CharacterSetOfRanges.digits.negated
    case "w": return .word
    case "W": return CharacterSetOfRanges.word.negated
    case "s": return .space
    case "S": return CharacterSetOfRanges.space.negated
    case "n": return literal("\n")
    case "t": return literal("\t")
    case "r": return literal("\r")
    default:
      if scalar.isASCII, scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        index -= 1
        throw error("`\\\(scalar)` has no meaning here")
      }
      return literal(scalar)
    }
  }

  private mutating func set() throws(PatternError) -> CharacterSetOfRanges {
    let isNegated = take("^")
    var ranges: [ClosedRange<UInt32>] = []
    var isFirst = true
    while true {
      guard let scalar = next else { throw error("a `[` without its `]`") }
      index += 1
      if scalar == "]", !isFirst { break }
      isFirst = false
      var set = scalar == "\\" ? try escaped() : CharacterSetOfRanges(ranges: [scalar.value...scalar.value])
      if set.isNegated { throw error("`\\D`, `\\W` and `\\S` do not stand in `[…]`") }
      let isRange = next == "-" && index + 1 < characters.count && characters[index + 1] != "]"
      if isRange, let low = set.ranges.first?.lowerBound, set.ranges.count == 1 {
        index += 1
        let end = characters[index]
        index += 1
        let high = end == "\\" ? try escaped().ranges.first?.lowerBound ?? low : end.value
        guard high >= low else { throw error("a range that runs backwards") }
        set.ranges = [low...high]
      }
      ranges += (ignoresCase ? set.withBothCases : set).ranges
    }
    return CharacterSetOfRanges(ranges: ranges, isNegated: isNegated)
  }

  /// `nil` where nothing is said of how often.
  private mutating func repeats() throws(PatternError) -> (least: Int, most: Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    guard take("{") else { return nil }
    guard let least = number() else { throw error("a number is missing behind `{`") }
    var most: Int? = least
    if take(",") { most = number() }
    guard take("}") else { throw error("a `{` without its `}`") }
    guard least <= Self.mostRepeats, most ?? 0 <= Self.mostRepeats else {
      throw error("more than \(Self.mostRepeats) repetitions")
    }
    if let most, most < least { throw error("the second number is smaller than the first") }
    return (least, most)
  }

  private mutating func number() -> Int? {
    var value: Int?
    while let scalar = next, ("0"..."9").contains(scalar) {
      value = min((value ?? 0) * 10 + Int(scalar.value - 0x30), 1_000_000)
      index += 1
    }
    return value
  }
}
