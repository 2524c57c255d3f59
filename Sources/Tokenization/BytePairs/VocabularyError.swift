/// What is wrong with a file of a vocabulary.
public struct VocabularyError: Error, Equatable, CustomStringConvertible {
  /// From 1; nil if it is the whole that is wrong.
  public var line: Int?
  /// What stands there.
  public var found: String
  /// What should stand there.
  public var expected: String

  public var description: String {
    (line.map { "line \($0): " } ?? "") + "found \(found), expected \(expected)"
  }
}
