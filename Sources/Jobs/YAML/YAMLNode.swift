/// One value of a YAML document with its place. A scalar stays text: what it means is decided by the setting
/// that it is written for, so that `no` is a word where a word is expected and never a Boolean by surprise.
struct YAMLNode: Sendable {
  indirect enum Content: Sendable {
    case scalar(String, ScalarStyle)
    case sequence([YAMLNode])
    case mapping([YAMLPair])
  }

  enum ScalarStyle: Sendable { case plain, quoted, block }

  var content: Content
  var range: SourceRange

  /// An unquoted `null`, `~` or nothing at all.
  var isMissing: Bool {
    guard case .scalar(let text, .plain) = content else { return false }
    return text.isEmpty || text == "~" || text == "null"
  }
}

/// A key of a mapping with its value. Duplicates and their order are kept.
struct YAMLPair: Sendable {
  var key: YAMLNode
  var value: YAMLNode
}

/// Why a text is not a document that a job can be read from.
struct YAMLProblem: Error {
  var range: SourceRange
  var message: String
  var expected: String?
}
