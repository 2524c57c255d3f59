public import YAMLDocuments

/// One finding about a file, as a compiler would report it.
///
/// No field ever holds a secret: a value written where a secret belongs is not repeated, and is blanked out of
/// ``excerpt``.
public struct Diagnostic: Sendable, Equatable, Error {
  public enum Severity: String, Sendable, Comparable {
    case error, warning

    public static func < (a: Severity, b: Severity) -> Bool { a == .warning && b == .error }
  }

  public var severity: Severity
  public var file: String
  public var range: SourceRange
  /// What is wrong: "unknown setting of `limits`".
  public var problem: String
  /// What stands there, quoted where it is text; `nil` where ``problem`` says it all.
  public var found: String?
  public var expected: String?
  /// What to do about it, as an imperative, where a form to expect cannot be named.
  public var advice: String?
  /// A section of a job file that works, in place of the one at fault.
  public var example: String?
  /// The valid name nearest to what was found.
  public var nearest: String?
  /// The line of the file that ``range`` begins in.
  public var excerpt: String?

  public init(
    _ severity: Severity, file: String, range: SourceRange, _ problem: String, found: String? = nil,
    expected: String? = nil, advice: String? = nil, example: String? = nil, nearest: String? = nil,
    excerpt: String? = nil
  ) {
    self.severity = severity
    self.file = file
    self.range = range
    self.problem = problem
    self.found = found
    self.expected = expected
    self.advice = advice
    self.example = example
    self.nearest = nearest
    self.excerpt = excerpt
  }

  public var line: Int { range.line }
  public var column: Int { range.column }

  /// The finding in one sentence, without its place.
  public var message: String {
    var text = problem
    if let found { text += ": found \(found)" }
    if let expected { text += (found == nil ? "; expected " : ", expected ") + expected }
    if let advice { text += "; \(advice)" }
    return text
  }
}
