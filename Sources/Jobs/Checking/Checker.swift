import YAMLDocuments

/// Holds a document against the description of its settings, and collects every mistake.
struct Checker {
  let file: String
  private(set) var lines: RedactedLines
  private(set) var findings: [Diagnostic] = []

  init(file: String, text: String) {
    self.file = file
    self.lines = RedactedLines(text)
  }

  /// The findings in the order of their places, each with its line of the file.
  var diagnostics: [Diagnostic] {
    var sorted = findings.sorted {
      ($0.range.line, $0.range.column, $1.severity) < ($1.range.line, $1.range.column, $0.severity)
    }
    for index in sorted.indices { sorted[index].excerpt = lines[sorted[index].line] }
    return sorted
  }

  var hasErrors: Bool { findings.contains { $0.severity == .error } }

  mutating func report(
    _ severity: Diagnostic.Severity = .error, at range: SourceRange, _ problem: String, found: String? = nil,
    expected: String? = nil, advice: String? = nil, example: String? = nil, nearest: String? = nil
  ) {
    findings.append(
      Diagnostic(
        severity, file: file, range: range, problem, found: found, expected: expected, advice: advice, example: example,
        nearest: nearest)
    )
  }

  mutating func redact(_ range: SourceRange) { lines.blank(range) }

  /// Blanks whatever stands behind a key that names a secret, wherever it is, except the name of a variable or a file.
  mutating func redactSecrets(in node: YAMLNode) {
    switch node.content {
    case .scalar: break
    case .sequence(let elements): for element in elements { redactSecrets(in: element) }
    case .mapping(let pairs):
      for pair in pairs {
        if namesSecret(pair.key.scalarText ?? "") { redactAll(in: pair.value) } else { redactSecrets(in: pair.value) }
      }
    }
  }

  private mutating func redactAll(in node: YAMLNode) {
    guard case .mapping(let pairs) = node.content else { return redact(node.range) }
    for pair in pairs {
      switch (pair.key.scalarText, pair.value.scalarText) {
      case ("env", let name?) where TextRule.environmentName.mistake(in: name) == nil: break
      case ("file", _?): break
      default: redact(pair.value.range)
      }
    }
  }

  mutating func blankAfterSecretKeys() { lines.blankAfterSecretKeys() }

  /// The value, or `nil` when nothing of it can be used.
  mutating func check(_ node: YAMLNode, as shape: Shape, at path: SettingPath) -> CheckedValue? {
    switch shape {
    case .section(let section): return checkSection(node, section, at: path)
    case .oneOf(let settings, let noun): return checkOneOf(node, settings, noun, at: path)
    case .table(let keys, let values, let noun): return checkTable(node, keys, values, noun, at: path)
    case .list(let element, _): return checkList(node, of: element, shape, at: path)
    case .either(let scalar, let map):
      switch node.content {
      case .mapping: return check(node, as: map, at: path)
      case .sequence where map.isList: return check(node, as: map, at: path)
      case .scalar where !node.isMissing: return check(node, as: scalar, at: path)
      default:
        mismatch(node, shape, at: path)
        return nil
      }
    case .flag, .choice, .text, .count, .duration, .money, .percent, .decimal, .jsonScalar:
      guard case .scalar(let text, let style) = node.content, !node.isMissing else {
        mismatch(node, shape, at: path)
        return nil
      }
      return checkScalar(text, style, node.range, as: shape, at: path)
    }
  }

  mutating func mismatch(_ node: YAMLNode, _ shape: Shape, at path: SettingPath) {
    if path.isSecret { redact(node.range) }
    let expected = shape.expectation
    if node.isMissing {
      report(at: node.range, "\(path) has no value", expected: expected)
    } else if path.isSecret, case .scalar = node.content {
      report(
        at: node.range, "\(path) is written into the file, where everyone who reads the file can read it",
        expected: expected)
    } else {
      report(at: node.range, "\(path) has the wrong form", found: describe(node, at: path), expected: expected)
    }
  }

  private mutating func checkList(
    _ node: YAMLNode, of element: Shape, _ shape: Shape, at path: SettingPath
  ) -> CheckedValue? {
    guard case .sequence(let nodes) = node.content, !nodes.isEmpty else {
      mismatch(node, shape, at: path)
      return nil
    }
    var elements: [CheckedValue] = []
    var isComplete = true
    for (index, child) in nodes.enumerated() {
      guard let value = check(child, as: element, at: path.element(index + 1)) else {
        isComplete = false
        continue
      }
      if let text = value.text, elements.contains(where: { $0.text == text }) {
        report(.warning, at: value.range, "\(path) names `\(text)` twice")
      }
      isComplete = isComplete && value.isComplete
      elements.append(value)
    }
    return CheckedValue(content: .list(elements), range: node.range, isComplete: isComplete)
  }
}

/// Where in the file's structure a value stands, for messages: `stages[1].summarize.model`.
struct SettingPath: CustomStringConvertible {
  private var steps: String
  /// The value here is a secret or says where one is.
  private(set) var isSecret: Bool

  static let root = SettingPath(steps: "", isSecret: false)

  var isRoot: Bool { steps.isEmpty }

  var description: String { isRoot ? "the job" : "`\(steps)`" }

  func key(_ name: String, secret: Bool = false) -> SettingPath {
    SettingPath(steps: isRoot ? name : steps + "." + name, isSecret: isSecret || secret)
  }

  /// - Parameter number: from 1.
  func element(_ number: Int) -> SettingPath { SettingPath(steps: "\(steps)[\(number)]", isSecret: isSecret) }
}

/// What stands at a place, for messages; never a secret.
func describe(_ node: YAMLNode, at path: SettingPath) -> String {
  switch node.content {
  case .sequence(let elements): elements.isEmpty ? "an empty list" : "a list"
  case .mapping(let pairs): pairs.isEmpty ? "an empty map" : "a map"
  case .scalar(let text, _): path.isSecret ? "a value that is not repeated here" : quoted(text)
  }
}

/// The text in backquotes, on one line and at most 60 characters long.
func quoted(_ text: String) -> String {
  guard !text.isEmpty else { return "an empty text" }
  let line = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : String($0) }.joined()
  return line.count > 60 ? "`\(line.prefix(59))…`" : "`\(line)`"
}

extension Shape {
  fileprivate var isList: Bool { if case .list = self { true } else { false } }
}
