/// A set of numbers from 0 to 63.
struct BitSet: Sendable, Equatable {
  private var bits: UInt64 = 0

  var count: Int { bits.nonzeroBitCount }

  func contains(_ number: Int) -> Bool { bits & (1 << UInt64(number)) != 0 }

  mutating func insert(_ number: Int) { bits |= 1 << UInt64(number) }

  mutating func remove(_ number: Int) { bits &= ~(1 << UInt64(number)) }

  var elements: [Int] { (0..<64).filter(contains) }

  func first(atOrAfter number: Int) -> Int? {
    guard number < 64 else { return nil }
    let rest = (bits >> UInt64(number)) << UInt64(number)
    return rest == 0 ? nil : rest.trailingZeroBitCount
  }

  func last(atOrBefore number: Int) -> Int? {
    guard number >= 0 else { return nil }
    let shift = UInt64(63 - number)
    let rest = (bits << shift) >> shift
    return rest == 0 ? nil : 63 - rest.leadingZeroBitCount
  }
}
