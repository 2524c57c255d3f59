/// An amount in billionths of a US dollar, so that a token's price is a whole number.
public struct Money: Sendable, Hashable, Comparable, CustomStringConvertible {
  public var nanodollars: Int64

  public init(nanodollars: Int64) { self.nanodollars = nanodollars }

  public static let zero = Money(nanodollars: 0)

  public static func < (a: Money, b: Money) -> Bool { a.nanodollars < b.nanodollars }
  public static func + (a: Money, b: Money) -> Money { Money(nanodollars: a.nanodollars + b.nanodollars) }
  public static func += (a: inout Money, b: Money) { a = a + b }

  /// US dollars with as many decimals as are needed, two at least: `0.00`, `1.25`, `0.000412`.
  public var decimal: String {
    let sign = nanodollars < 0 ? "-" : ""
    let magnitude = nanodollars.magnitude
    var fraction = String(magnitude % 1_000_000_000)
    fraction = String(repeating: "0", count: 9 - fraction.count) + fraction
    while fraction.count > 2, fraction.hasSuffix("0") { fraction.removeLast() }
    return "\(sign)\(magnitude / 1_000_000_000).\(fraction)"
  }

  public var description: String { "\(decimal) USD" }
}
