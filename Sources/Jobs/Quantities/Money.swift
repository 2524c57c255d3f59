/// An amount of US dollars, exact to a millionth.
public struct Money: Sendable, Hashable, Comparable, CustomStringConvertible {
  public var microdollars: Int64

  public init(microdollars: Int64) { self.microdollars = microdollars }

  public static let zero = Money(microdollars: 0)

  public static func < (a: Money, b: Money) -> Bool { a.microdollars < b.microdollars }

  public static func + (a: Money, b: Money) -> Money {
    let (sum, overflow) = a.microdollars.addingReportingOverflow(b.microdollars)
    return Money(microdollars: overflow ? .max : sum)
  }

  /// With two to six decimals: `200.00 USD`, `0.000125 USD`.
  public var description: String { "\(decimal) USD" }

  /// ``description`` without the currency.
  public var decimal: String {
    let magnitude = microdollars.magnitude
    var fraction = String(magnitude % 1_000_000)
    fraction = String(repeating: "0", count: 6 - fraction.count) + fraction
    while fraction.count > 2, fraction.last == "0" { fraction.removeLast() }
    return "\(microdollars < 0 ? "-" : "")\(magnitude / 1_000_000).\(fraction)"
  }
}

/// What a model charges, in US dollars for a million tokens.
public struct Price: Sendable, Hashable {
  public var input: Money
  /// For input tokens that the provider had in its cache; never more than ``input``.
  public var cached: Money
  public var output: Money

  public init(input: Money, cached: Money, output: Money) {
    self.input = input
    self.cached = cached
    self.output = output
  }

  public static let free = Price(input: .zero, cached: .zero, output: .zero)

  /// The cost of one call, rounded up to a millionth of a dollar so that a sum of calls is never too low.
  /// - Parameters:
  ///   - input: all input tokens, the cached ones among them.
  ///   - cached: those that were in the provider's cache.
  public func cost(input tokens: Int, cached cachedTokens: Int = 0, output outputTokens: Int) -> Money {
    let cachedCount = min(max(0, cachedTokens), max(0, tokens))
    let parts: [(Int, Money)] = [
      (max(0, tokens) - cachedCount, input), (cachedCount, cached), (max(0, outputTokens), output),
    ]
    // Token counts times micro-dollars a million tokens: 10⁻¹² dollars.
    var total: Int64 = 0
    for (count, price) in parts {
      let (product, overflow) = Int64(count).multipliedReportingOverflow(by: price.microdollars)
      let (sum, carried) = total.addingReportingOverflow(product)
      if overflow || carried { return Money(microdollars: .max) }
      total = sum
    }
    let (quotient, remainder) = total.quotientAndRemainder(dividingBy: 1_000_000)
    return Money(microdollars: quotient + (remainder > 0 ? 1 : 0))
  }
}
