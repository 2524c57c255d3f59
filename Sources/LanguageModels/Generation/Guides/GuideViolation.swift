/// One place where content does not keep to its schema. It holds no text of the content.
public struct GuideViolation: Sendable, Hashable, CustomStringConvertible {
  /// Where in the content.
  public var path: ContentPath
  /// The kind and size of what stands there, or `nothing`.
  public var found: String
  /// What the schema says.
  public var expected: String

  public var description: String { "\(path): found \(found), expected \(expected)" }
}

/// Everything in which content does not keep to its schema, in the order of the content.
public struct GuideViolations: Error, Sendable, Hashable, CustomStringConvertible {
  /// At least one.
  public var violations: [GuideViolation]

  public var description: String { violations.map(\.description).joined(separator: "; ") }
}
