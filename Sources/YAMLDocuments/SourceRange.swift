/// A stretch of a file. Lines and columns count from 1; a column is a Unicode scalar. The end is exclusive.
public struct SourceRange: Sendable, Hashable {
  public var line: Int
  public var column: Int
  public var endLine: Int
  public var endColumn: Int

  public init(line: Int, column: Int, endLine: Int, endColumn: Int) {
    self.line = line
    self.column = column
    self.endLine = endLine
    self.endColumn = endColumn
  }

  /// How many columns of the first line belong to the stretch: what a caret underlines. At least 1.
  public func width(inLineOfLength length: Int) -> Int {
    let end = endLine == line ? endColumn : length + 1
    return max(1, end - column)
  }
}
