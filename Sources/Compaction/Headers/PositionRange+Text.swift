extension PositionRange {
  /// How many positions it spans.
  public var count: Int { Int(last) - Int(first) + 1 }

  /// Whether the position lies in it.
  public func contains(_ position: Int32) -> Bool { first <= position && position <= last }
}

extension PositionRange: CustomStringConvertible {
  /// `3-40`, or `57` for a single position.
  public var description: String { first == last ? "\(first)" : "\(first)-\(last)" }
}

extension Sequence<PositionRange> {
  /// `3-40,57`: how audit records and tables show ranges.
  public var text: String { map(\.description).joined(separator: ",") }
}

extension Array where Element == PositionRange {
  /// Reads what ``Swift/Sequence/text`` writes; the empty string has no ranges.
  ///
  /// - Returns: `nil` unless each part is `n` or `n-m` with `n <= m` and the ranges ascend without overlap.
  public init?(text: some StringProtocol) {
    self = []
    if text.isEmpty { return }
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map { Int32($0) }
      guard let first = ends[0], let end = ends[ends.count - 1], first > self.last?.last ?? 0, first <= end else {
        return nil
      }
      append(PositionRange(first, end))
    }
  }
}
