/// Says of a failure that comes again and again when it is worth a line: the first time, then at each power of two, and
/// at once where it is another. Pure.
public struct RepeatedFailure: Sendable {
  private var last = ""
  private var count = 0

  public init() {}

  /// - Returns: how often in a row it has occurred, where that is worth a line.
  public mutating func occurred(_ text: String) -> Int? {
    count = text == last ? count + 1 : 1
    last = text
    return count & (count - 1) == 0 ? count : nil
  }

  /// What had failed is well again.
  public mutating func ended() { (last, count) = ("", 0) }
}
