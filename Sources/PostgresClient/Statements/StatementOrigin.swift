/// The text of a statement, with placeholders, and the place in the program that ran it.
public struct StatementOrigin: Sendable, Hashable {
  public var text: String
  public var file: String
  public var line: Int
}
