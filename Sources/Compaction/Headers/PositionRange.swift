/// A closed range of positions, as stored in revisions and audit records.
public struct PositionRange: Sendable, Hashable {
  /// The first position.
  public var first: Int32
  /// The last position, which is in the range.
  public var last: Int32

  /// - Precondition: `first <= last`.
  public init(_ first: Int32, _ last: Int32) {
    precondition(first <= last, "a range ends before it begins")
    self.first = first
    self.last = last
  }
}
