/// What the clocks of a place show.
public protocol WallClock: Sendable {
  /// Seconds to add to UTC at a time given in seconds since 1970.
  func offset(at seconds: Int64) -> Int
}
