/// A pattern of the user's, which finds what is to be redacted in time that grows with the text and never with its
/// square: what it matches is followed through all of its possibilities at once, and none is tried again.
///
/// Everything that belongs to some match is found; matches that touch or overlap are one.
///
/// | | |
/// |---|---|
/// | `a`, `\.` | itself; letters and digits behind a `\` mean what follows or are refused |
/// | `.` | anything but a line's end |
/// | `[a-z0-9_]`, `[^,]` | one of these, none of these |
/// | `\d`, `\w`, `\s`, `\D`, `\W`, `\S` | a digit, a letter, digit or `_`, white space; none of them |
/// | `(…)`, `(?:…)`, `a|b` | a group, a choice |
/// | `?`, `*`, `+`, `{2}`, `{2,}`, `{2,5}` | how often; at most 200 |
/// | `^`, `$`, `\b`, `\B` | a line's beginning and end, a word's edge, none |
/// | `(?i)` at the beginning | capitals and small letters of ASCII are the same |
public struct RedactionPattern: Sendable, Equatable {
  /// What stands in the label.
  public var name: String
  /// As written.
  public var pattern: String
  private let program: PatternProgram

  /// Reads a pattern.
  ///
  /// - Throws: ``PatternError`` with the place of what is wrong.
  public init(name: String, pattern: String) throws(PatternError) {
    self.name = name
    self.pattern = pattern
    program = try PatternCompiler.compile(pattern)
  }

  /// Whether both find the same under the same name, as they are written.
  public static func == (one: RedactionPattern, other: RedactionPattern) -> Bool {
    one.name == other.name && one.pattern == other.pattern
  }

  /// The stretches, in bytes, that belong to a match; ascending and apart.
  func ranges(in text: String) -> [Range<Int>] {
    var run = PatternRun(program)
    return run.ranges(in: text.utf8.span)
  }
}

/// Why a text is no pattern.
public struct PatternError: Error, Equatable, CustomStringConvertible {
  /// In characters, from 1.
  public var position: Int
  /// What was found, and what was expected.
  public var problem: String

  /// Place and problem in one line.
  public var description: String { "at character \(position): \(problem)" }
}
