/// So many of so many.
public struct Share: Sendable, Equatable {
  public var part: Int
  public var whole: Int

  public init(_ part: Int = 0, of whole: Int = 0) {
    self.part = part
    self.whole = whole
  }

  /// From 0 to 1; `nil` where there is nothing to have a part of.
  public var value: Double? { whole > 0 ? Double(part) / Double(whole) : nil }

  mutating func count(_ isPart: Bool) {
    whole += 1
    if isPart { part += 1 }
  }

  static func += (sum: inout Share, other: Share) {
    sum.part += other.part
    sum.whole += other.whole
  }
}
