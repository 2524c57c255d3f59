extension JSON {
  /// Where a text stops being JSON. It never quotes more than one character of the text.
  public struct ParseError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Bytes from the start of the text given to the parser.
    public var offset: Int
    /// What stands there.
    public var found: String
    /// What should stand there.
    public var expected: String

    /// An error at an offset in bytes.
    public init(offset: Int, found: String, expected: String) {
      self.offset = offset
      self.found = found
      self.expected = expected
    }

    public var description: String { "byte \(offset): found \(found), expected \(expected)" }
  }
}
