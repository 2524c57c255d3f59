import YAMLDocuments

/// What is wrong with a skill file, and where.
public struct SkillFileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name of the file as it was given.
  public var file: String
  /// From 1; `nil` where the file cannot be read at all.
  public var line: Int?
  /// From 1, in Unicode scalars; `nil` where the whole line is meant.
  public var column: Int?
  /// What was found.
  public var problem: String
  /// What should stand there, where that is known.
  public var expected: String?

  init(file: String, line: Int?, column: Int? = nil, problem: String, expected: String?) {
    self.file = file
    self.line = line
    self.column = column
    self.problem = problem
    self.expected = expected
  }

  init(file: String, at range: SourceRange, problem: String, expected: String) {
    self.init(file: file, line: range.line, column: range.column, problem: problem, expected: expected)
  }

  /// File, line and column, what was found and what was expected, in one line.
  public var description: String {
    let place = ([file] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
    return "\(place): \(problem)" + (expected.map { "; expected \($0)" } ?? "")
  }
}

/// Every problem of a folder of skills.
public struct SkillFolderError: Error, Sendable, Hashable, CustomStringConvertible {
  /// In the order of the files.
  public var problems: [SkillFileError]

  /// A line a problem.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
