import YAMLDocuments

extension Checker {
  mutating func checkSection(_ node: YAMLNode, _ section: Section, at path: SettingPath) -> CheckedValue? {
    let pairs: [YAMLPair]
    switch node.content {
    case .mapping(let written): pairs = written
    case .scalar where node.isMissing && !path.isRoot && !section.settings.contains(where: \.isRequired): pairs = []
    default:
      mismatch(node, .section(section), at: path)
      return nil
    }
    var fields: [CheckedValue.Field] = []
    var mentioned: Set<String> = []
    var isComplete = true
    for pair in pairs {
      guard let name = pair.key.scalarText else { continue }
      guard let setting = section[name] else {
        unknownKey(pair, in: section, at: path)
        isComplete = false
        continue
      }
      guard mentioned.insert(name).inserted else {
        report(at: pair.key.range, "\(path.key(name)) is set twice", expected: "each setting at most once")
        isComplete = false
        continue
      }
      let place = path.key(name, secret: setting.isSecret)
      guard let value = check(pair.value.placed(at: pair.key.range), as: setting.shape, at: place) else {
        isComplete = false
        continue
      }
      isComplete = isComplete && value.isComplete
      fields.append(CheckedValue.Field(name: name, keyRange: pair.key.range, value: value))
    }
    let start = path.isRoot ? SourceRange(line: 1, column: 1, endLine: 1, endColumn: 2) : node.range
    for setting in section.settings where !mentioned.contains(setting.name) {
      if let value = absent(setting, at: start, path) {
        fields.append(CheckedValue.Field(name: setting.name, keyRange: start, value: value, isWritten: false))
      } else if setting.isRequired {
        isComplete = false
      }
    }
    if !satisfies(section.constraint, mentioned, node.range, path, section) { isComplete = false }
    return CheckedValue(content: .fields(fields), range: node.range, isComplete: isComplete)
  }

  /// The default of a setting that is not written, or a finding when it has to be.
  private mutating func absent(_ setting: Setting, at range: SourceRange, _ path: SettingPath) -> CheckedValue? {
    switch setting.presence {
    case .optional: return nil
    case .required:
      report(at: range, "\(path.key(setting.name)) is missing", expected: setting.shape.expectation)
      return nil
    case .standard(let text):
      return check(
        YAMLNode(content: .scalar(text, .plain), range: range), as: setting.shape, at: path.key(setting.name))
    case .standardSection:
      return check(YAMLNode(content: .mapping([]), range: range), as: setting.shape, at: path.key(setting.name))
    }
  }

  private mutating func satisfies(
    _ constraint: Section.Constraint, _ names: Set<String>, _ range: SourceRange, _ path: SettingPath,
    _ section: Section
  ) -> Bool {
    switch constraint {
    case .none: return true
    case .atLeastOne:
      if names.contains(where: { section[$0] != nil }) { return true }
      report(at: range, "\(path) says nothing", expected: "at least one of \(listed(section.settings.map(\.name)))")
    case .exactlyOne(let choices):
      let present = choices.filter(names.contains)
      if present.count == 1 { return true }
      report(
        at: range, "\(path) needs one way to combine its conditions",
        found: present.isEmpty ? "none" : listed(present), expected: alternatives(choices))
    case .notBoth(let a, let b):
      if !(names.contains(a) && names.contains(b)) { return true }
      report(at: range, "\(path) has both `\(a)` and `\(b)`", expected: "one of them")
    }
    return false
  }

  private mutating func unknownKey(_ pair: YAMLPair, in section: Section, at path: SettingPath) {
    // A misspelled key may stand before a secret.
    if section.hasSecrets { redact(pair.value.range) }
    let names = section.settings.map(\.name)
    report(
      at: pair.key.range, "unknown setting of \(path)", found: quoted(pair.key.scalarText ?? ""),
      expected: "one of \(listed(names))", nearest: nearestName(to: pair.key.scalarText ?? "", among: names))
  }

  mutating func checkOneOf(
    _ node: YAMLNode, _ settings: [Setting], _ noun: String, at path: SettingPath
  ) -> CheckedValue? {
    guard case .mapping(let pairs) = node.content, let pair = pairs.first, let name = pair.key.scalarText else {
      mismatch(node, .oneOf(settings, noun: noun), at: path)
      return nil
    }
    let others = pairs.dropFirst()
    let setting = settings.first { $0.name == name }
    if let setting, let value = outdented(Array(others), below: pair, of: setting, at: path) {
      let fields = check(value, as: setting.shape, at: path.key(name)).map {
        [CheckedValue.Field(name: name, keyRange: pair.key.range, value: $0)]
      }
      return CheckedValue(content: .fields(fields ?? []), range: node.range, isComplete: false)
    }
    for other in others {
      if path.isSecret { redact(other.value.range) }
      report(
        at: other.key.range, "\(path) takes one \(noun)",
        found: "\(quoted(other.key.scalarText ?? "")) beside `\(name)`",
        expected: "one key alone")
    }
    guard let setting else {
      if path.isSecret { redact(pair.value.range) }
      report(
        at: pair.key.range, "\(path) takes one \(noun)", found: quoted(name),
        expected: alternatives(settings.map(\.name)),
        nearest: nearestName(to: name, among: settings.map(\.name)))
      return nil
    }
    guard let value = check(pair.value.placed(at: pair.key.range), as: setting.shape, at: path.key(name)) else {
      return nil
    }
    let field = CheckedValue.Field(name: name, keyRange: pair.key.range, value: value)
    return CheckedValue(
      content: .fields([field]), range: node.range, isComplete: value.isComplete && pairs.count == 1)
  }

  /// The settings of `pair` when they stand beside it instead of below it, as happens easily in a list:
  ///
  ///     - summarize:
  ///       model: small
  private mutating func outdented(
    _ others: [YAMLPair], below pair: YAMLPair, of setting: Setting, at path: SettingPath
  ) -> YAMLNode? {
    guard case .section(let section) = setting.shape, pair.value.isMissing, let first = others.first,
      let last = others.last, others.contains(where: { section[$0.key.scalarText ?? ""] != nil })
    else { return nil }
    report(
      at: first.key.range, "\(quoted(first.key.scalarText ?? "")) stands beside `\(setting.name)`",
      expected: "the settings of `\(setting.name)` below it, indented further than its name")
    var range = first.key.range
    (range.endLine, range.endColumn) = (last.value.range.endLine, last.value.range.endColumn)
    return YAMLNode(content: .mapping(others), range: range)
  }

  mutating func checkTable(
    _ node: YAMLNode, _ keys: TextRule, _ values: Shape, _ noun: String, at path: SettingPath
  ) -> CheckedValue? {
    guard case .mapping(let pairs) = node.content else {
      mismatch(node, .table(keys: keys, values: values, noun: noun), at: path)
      return nil
    }
    var fields: [CheckedValue.Field] = []
    var isComplete = true
    for pair in pairs {
      guard let name = pair.key.scalarText else { continue }
      if let mistake = keys.mistake(in: name) {
        report(at: pair.key.range, "wrong name of a \(noun)", found: quoted(name), expected: mistake.expected)
        isComplete = false
      }
      if fields.contains(where: { $0.name == name }) {
        report(at: pair.key.range, "\(path.key(name)) is set twice", expected: "each \(noun) at most once")
        isComplete = false
        continue
      }
      let isSecret = namesSecret(name)
      let place = path.key(name, secret: isSecret)
      let shape = isSecret && keys.isHeaderName ? values.mapOnly : values
      guard let value = check(pair.value.placed(at: pair.key.range), as: shape, at: place) else {
        isComplete = false
        continue
      }
      isComplete = isComplete && value.isComplete
      fields.append(CheckedValue.Field(name: name, keyRange: pair.key.range, value: value))
    }
    return CheckedValue(content: .fields(fields), range: node.range, isComplete: isComplete)
  }
}

extension Setting {
  var isRequired: Bool { if case .required = presence { true } else { false } }
}

extension Shape {
  /// What is left where a scalar must not stand.
  fileprivate var mapOnly: Shape { if case .either(_, let map) = self { map } else { self } }
}

extension TextRule {
  fileprivate var isHeaderName: Bool { if case .headerName = self { true } else { false } }
}

extension YAMLNode {
  var scalarText: String? { if case .scalar(let text, _) = content { text } else { nil } }

  /// A value that is not written at all has no place of its own: its key's is shown.
  func placed(at key: SourceRange) -> YAMLNode {
    guard isMissing, range.line == range.endLine, range.column == range.endColumn else { return self }
    return YAMLNode(content: content, range: key)
  }
}
