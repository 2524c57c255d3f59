/// What the short form of a replaced entry costs in the history.
public struct ShortFormSize: Sendable, Equatable {
  public var position: Int32
  public var tokens: Int32

  public init(position: Int32, tokens: Int32) {
    self.position = position
    self.tokens = tokens
  }
}
