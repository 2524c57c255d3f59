/// The values that a written number can have: `1,204.50` has one, `1.204` has two.
struct NumberForms {
  private(set) var keys: [UInt64] = []
  /// Without separators and the zeros at both ends that say nothing.
  private(set) var significantDigits = 0
  private(set) var hasDecimals = false

  /// `nil` where it is no number: `1.2.3`.
  init?(_ runs: DigitRuns) {
    // Behind the last run there may be a mark that belongs to nothing.
    let separators = runs.separators.prefix(max(runs.count - 1, 0))
    guard runs.count > 0, separators.allSatisfy({ $0 == .dot || $0 == .comma }) else { return nil }
    let all = (0..<runs.count).map { Array(runs[$0]) }
    guard let first = separators.first, let last = separators.last else {
      add(whole: all[0], decimals: [])
      return
    }
    let isUniform = separators.allSatisfy { $0 == first }
    let isGrouped = all[0].count <= 3 && all.dropFirst().dropLast().allSatisfy { $0.count == 3 }
    if isUniform, isGrouped, all[all.count - 1].count == 3 { add(whole: all.flatMap { $0 }, decimals: []) }
    let hasDecimalPart =
      all.count == 2 || isGrouped && last != first && separators.dropLast().allSatisfy { $0 == first }
    if hasDecimalPart { add(whole: all.dropLast().flatMap { $0 }, decimals: all[all.count - 1]) }
    if keys.isEmpty { return nil }
  }

  private mutating func add(whole: [UInt8], decimals: [UInt8]) {
    var hash = ItemHash()
    let digits = whole.drop { $0 == 0 }
    for digit in digits { hash.add(0x30 + UInt32(digit)) }
    var rest = decimals[...]
    while rest.last == 0 { rest.removeLast() }
    if !rest.isEmpty {
      hasDecimals = true
      hash.add(0x2E)
      for digit in rest { hash.add(0x30 + UInt32(digit)) }
    }
    significantDigits = max(significantDigits, digits.count + rest.count)
    keys.append(hash.value)
  }
}
