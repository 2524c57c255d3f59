/// Where something stands in a file.
public struct ImportPlace: Sendable, Hashable, CustomStringConvertible {
  /// Which record of the file, from 1, broken ones counted.
  public var conversation: Int
  /// From 1.
  public var line: Int
  /// Bytes from the start of the file.
  public var offset: Int

  public init(conversation: Int, line: Int, offset: Int) {
    self.conversation = conversation
    self.line = line
    self.offset = offset
  }

  public var description: String { "conversation \(conversation), line \(line), byte \(offset)" }
}

/// A record that could not be read: where, what was found, and what was expected. It quotes no text of a conversation.
public struct ImportDiagnostic: Error, Sendable, Hashable, CustomStringConvertible {
  public var place: ImportPlace
  public var found: String
  public var expected: String

  public init(place: ImportPlace, found: String, expected: String) {
    self.place = place
    self.found = found
    self.expected = expected
  }

  public var description: String { "\(place): found \(found), expected \(expected)" }
}
