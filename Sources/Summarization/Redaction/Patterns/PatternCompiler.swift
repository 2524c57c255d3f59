/// Makes the machine of a pattern.
struct PatternCompiler {
  private static let mostStates = 2_000

  private var states: [PatternProgram.State] = []

  static func compile(_ pattern: String) throws(PatternError) -> PatternProgram {
    let node = try PatternParser.parse(pattern)
    var compiler = PatternCompiler()
    let found = compiler.add(.found)
    let start = try compiler.compile(node, then: found)
    let program = compiler.program(from: start)
    if program.isEmptyMatch { throw PatternError(position: 1, problem: "it also matches where nothing stands") }
    return program
  }

  private mutating func add(_ state: PatternProgram.State) -> Int {
    states.append(state)
    return states.count - 1
  }

  private mutating func compile(_ node: PatternNode, then next: Int) throws(PatternError) -> Int {
    guard states.count <= Self.mostStates else {
      throw PatternError(position: 1, problem: "it has too many repetitions in one another")
    }
    switch node {
    case .empty: return next
    case .set(let set): return add(.take(set, next: next))
    case .edge(let edge): return add(.check(edge, next: next))
    case .sequence(let nodes):
      var next = next
      for node in nodes.reversed() { next = try compile(node, then: next) }
      return next
    case .choice(let nodes):
      var start = try compile(nodes[nodes.count - 1], then: next)
      for node in nodes.dropLast().reversed() { start = add(.split(try compile(node, then: next), start)) }
      return start
    case .repeated(let node, let least, let most):
      var next = next
      if let most {
        for _ in 0..<(most - least) { next = add(.split(try compile(node, then: next), next)) }
      } else {
        let loop = add(.found)
        states[loop] = .split(try compile(node, then: loop), next)
        next = loop
      }
      for _ in 0..<least { next = try compile(node, then: next) }
      return next
    }
  }

  private func program(from start: Int) -> PatternProgram {
    var first = Array(repeating: false, count: 128)
    var firstBeyondASCII = false
    var seen: Set<Int> = []
    var pending = [start]
    while let state = pending.popLast() {
      guard seen.insert(state).inserted else { continue }
      switch states[state] {
      case .take(let set, _):
        for value in 0..<128 where set.contains(UInt32(value)) { first[value] = true }
        if set.isNegated || set.ranges.contains(where: { $0.upperBound >= 0x80 }) { firstBeyondASCII = true }
      case .split(let one, let other): pending += [one, other]
      case .check(_, let next): pending.append(next)
      case .found: break
      }
    }
    return PatternProgram(states: states, start: start, first: first, firstBeyondASCII: firstBeyondASCII)
  }
}

extension PatternProgram {
  /// Whether the end can be reached without a character.
  fileprivate var isEmptyMatch: Bool {
    var seen: Set<Int> = []
    var pending = [start]
    while let state = pending.popLast() {
      guard seen.insert(state).inserted else { continue }
      switch states[state] {
      case .found: return true
      case .split(let one, let other): pending += [one, other]
      case .check(_, let next): pending.append(next)
      case .take: break
      }
    }
    return false
  }
}
