extension JSON {
  /// Where a text stops being JSON. It never quotes more than one character of the text.
  public struct ParseError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Bytes from the start of the text given to the parser.
    public var offset: Int
    public var found: String
    public var expected: String

    public init(offset: Int, found: String, expected: String) {
      self.offset = offset
      self.found = found
      self.expected = expected
    }

    public var description: String { "byte \(offset): found \(found), expected \(expected)" }
  }
}
