/// What the short form of a replaced entry costs in the history.
public struct ShortFormSize: Sendable, Equatable {
  /// Of the entry.
  public var position: Int32
  /// Its share of the message overhead included.
  public var tokens: Int32

  /// The size of one form.
  public init(position: Int32, tokens: Int32) {
    self.position = position
    self.tokens = tokens
  }
}
