/// Follows a text through all states of a pattern at once. A state remembers the earliest place from which it was
/// reached: a match that ends in it then covers every other that ends there.
struct PatternRun {
  private let program: PatternProgram
  /// Where the match began that is in this state, by state; `none` where there is none.
  private var now: [Int]
  private var then: [Int]
  private var nowActive: [Int] = []
  private var thenActive: [Int] = []
  private var pending: [Int] = []
  /// How many states were looked at, for tests: at most a multiple of the text's length.
  private(set) var steps = 0

  private static let none = Int.max

  init(_ program: PatternProgram) {
    self.program = program
    now = Array(repeating: Self.none, count: program.states.count)
    then = now
  }

  mutating func ranges(in bytes: Span<UInt8>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var index = 0
    var previous: UInt32?
    while index <= bytes.count {
      let scalar = index < bytes.count ? Self.scalar(bytes, at: index) : nil
      if !thenActive.isEmpty, let start = settle(previous, scalar?.value) { Self.add(start..<index, to: &ranges) }
      let mayBegin = scalar.map { $0.value < 0x80 ? program.first[Int($0.value)] : program.firstBeyondASCII } ?? false
      if mayBegin { enter(program.start, from: index, previous, scalar?.value) }
      guard let scalar else { break }
      if !nowActive.isEmpty { step(scalar.value) }
      previous = scalar.value
      index += scalar.length
    }
    return ranges
  }

  /// Puts a state in, if it was not reached from as early a place.
  private mutating func enter(_ state: Int, from start: Int, _ previous: UInt32?, _ next: UInt32?) {
    pending.append(state)
    while let state = pending.popLast() {
      steps += 1
      guard start < now[state] else { continue }
      if now[state] == Self.none { nowActive.append(state) }
      now[state] = start
      switch program.states[state] {
      case .take, .found: break
      case .split(let one, let other):
        pending.append(other)
        pending.append(one)
      case .check(let edge, let following):
        if Self.holds(edge, previous, next) { pending.append(following) }
      }
    }
  }

  /// Follows what the last step reached through splits and edges, and says where a match began that ends here.
  private mutating func settle(_ previous: UInt32?, _ next: UInt32?) -> Int? {
    // The earliest first, so that a later one finds its states taken.
    let reached = thenActive.sorted { then[$0] < then[$1] }
    for state in reached {
      enter(state, from: then[state], previous, next)
      then[state] = Self.none
    }
    thenActive.removeAll(keepingCapacity: true)
    var earliest: Int?
    for state in nowActive {
      if case .found = program.states[state] { earliest = min(earliest ?? .max, now[state]) }
    }
    return earliest
  }

  private mutating func step(_ value: UInt32) {
    for state in nowActive {
      steps += 1
      if case .take(let set, let next) = program.states[state], set.contains(value) {
        if then[next] == Self.none { thenActive.append(next) }
        then[next] = min(then[next], now[state])
      }
      now[state] = Self.none
    }
    nowActive.removeAll(keepingCapacity: true)
  }

  private static func add(_ range: Range<Int>, to ranges: inout [Range<Int>]) {
    guard !range.isEmpty else { return }
    var range = range
    while let last = ranges.last, last.upperBound >= range.lowerBound {
      range = min(last.lowerBound, range.lowerBound)..<max(last.upperBound, range.upperBound)
      ranges.removeLast()
    }
    ranges.append(range)
  }

  private static func holds(_ edge: PatternProgram.Edge, _ previous: UInt32?, _ next: UInt32?) -> Bool {
    func isWord(_ value: UInt32?) -> Bool { value.map(CharacterSetOfRanges.word.contains) ?? false }
    switch edge {
    case .lineStart: return previous == nil || previous == 0x0A
    case .lineEnd: return next == nil || next == 0x0A || next == 0x0D
    case .word: return isWord(previous) != isWord(next)
    case .noWord: return isWord(previous) == isWord(next)
    }
  }

  private static func scalar(_ bytes: Span<UInt8>, at index: Int) -> (value: UInt32, length: Int) {
    let first = UInt32(bytes[index])
    if first < 0x80 { return (first, 1) }
    func next(_ offset: Int) -> UInt32 { UInt32(bytes[index + offset]) & 0x3F }
    if first < 0xE0 { return ((first & 0x1F) << 6 | next(1), 2) }
    if first < 0xF0 { return ((first & 0x0F) << 12 | next(1) << 6 | next(2), 3) }
    return ((first & 0x07) << 18 | next(1) << 12 | next(2) << 6 | next(3), 4)
  }
}
