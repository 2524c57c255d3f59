/// The runs of digits in a word, and what stands between them.
struct DigitRuns {
  enum Separator: Equatable { case dot, comma, dash, slash, other }

  private var values: [UInt8] = []
  private var starts: [Int] = []
  private(set) var separators: [Separator] = []
  private var isOpen = false

  var digits: Int { values.count }
  var count: Int { starts.count }

  @inline(__always)
  mutating func add(_ digit: UInt8) {
    if !isOpen {
      isOpen = true
      starts.append(values.count)
    }
    values.append(digit)
  }

  /// Ends a run; several marks in a row, and marks with letters beside them, are `other`.
  @inline(__always)
  mutating func add(_ separator: Separator) {
    if isOpen {
      separators.append(separator)
      isOpen = false
    } else if !separators.isEmpty {
      separators[separators.count - 1] = .other
    }
  }

  subscript(run: Int) -> ArraySlice<UInt8> {
    values[starts[run]..<(run + 1 < starts.count ? starts[run + 1] : values.count)]
  }

  /// The run without the zeros at its head.
  func hash(of run: Int) -> UInt64 {
    var hash = ItemHash()
    for digit in self[run].drop(while: { $0 == 0 }) { hash.add(0x30 + UInt32(digit)) }
    return hash.value
  }

  /// The same of a number.
  static func hash(of number: Int) -> UInt64 {
    var hash = ItemHash()
    for digit in String(number).utf8 { hash.add(UInt32(digit)) }
    return hash.value
  }

  func value(of run: Int) -> Int {
    self[run].reduce(0) { min($0 * 10 + Int($1), 1_000_000_000) }
  }

  /// The longest run that has at least three digits.
  var longest: UInt64? {
    let longest = (0..<count).max { self[$0].count < self[$1].count }
    return longest.flatMap { self[$0].count >= 3 ? hash(of: $0) : nil }
  }

  mutating func removeAll() {
    values.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    separators.removeAll(keepingCapacity: true)
    isOpen = false
  }
}
