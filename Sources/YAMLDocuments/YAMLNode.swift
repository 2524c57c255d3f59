/// One value of a YAML document with its place. A scalar stays text: what it means is decided by the setting
/// that it is written for, so that `no` is a word where a word is expected and never a Boolean by surprise.
package struct YAMLNode: Sendable {
  package indirect enum Content: Sendable {
    case scalar(String, ScalarStyle)
    case sequence([YAMLNode])
    case mapping([YAMLPair])
  }

  package enum ScalarStyle: Sendable { case plain, quoted, block }

  package var content: Content
  package var range: SourceRange

  package init(content: Content, range: SourceRange) {
    self.content = content
    self.range = range
  }

  /// An unquoted `null`, `~` or nothing at all.
  package var isMissing: Bool {
    guard case .scalar(let text, .plain) = content else { return false }
    return text.isEmpty || text == "~" || text == "null"
  }
}

/// A key of a mapping with its value. Duplicates and their order are kept.
package struct YAMLPair: Sendable {
  package var key: YAMLNode
  package var value: YAMLNode
}

/// Why a text is not a document that can be read.
package struct YAMLProblem: Error {
  package var range: SourceRange
  package var message: String
  package var expected: String?
}

/// How messages speak of a kind of file.
package struct YAMLWording: Sendable {
  /// What such files are called: `job files`.
  package var files: String
  /// What a whole one has: `a job, beginning with …`.
  package var whole: String
  /// How many documents one has: `one job for each file`.
  package var one: String

  package init(files: String, whole: String, one: String) {
    self.files = files
    self.whole = whole
    self.one = one
  }
}
