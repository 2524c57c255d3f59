import YAMLDocuments

extension Checker {
  /// Reads a scalar as its setting asks, within its range.
  mutating func checkScalar(
    _ text: String, _ style: YAMLNode.ScalarStyle, _ range: SourceRange, as shape: Shape, at path: SettingPath
  ) -> CheckedValue? {
    switch shape {
    case .choice(let choices):
      guard choices.contains(where: { $0.name == text }) else {
        wrong(text, range, shape, path, nearest: nearestName(to: text, among: choices.map(\.name)))
        return nil
      }
      return CheckedValue(content: .text(text), range: range, style: style)
    case .text(let rule):
      if let mistake = rule.mistake(in: text) {
        report(mistake, in: text, style, range, path)
        return nil
      }
      return CheckedValue(content: .text(text), range: range, style: style)
    case .jsonScalar:
      return CheckedValue(content: .scalar(MetadataValue(text, isPlain: style == .plain)), range: range)
    default:
      guard let content = number(text, shape) else {
        let nearest = nearestNumber(to: text, shape)
        wrong(text, range, shape, path, nearest: nearest)
        return nil
      }
      guard isInRange(content, shape) else {
        report(at: range, "\(path) is out of range", found: quoted(text), expected: shape.expectation)
        return nil
      }
      return CheckedValue(content: content, range: range)
    }
  }

  private func number(_ text: String, _ shape: Shape) -> CheckedValue.Content? {
    switch shape {
    case .flag: text == "true" ? .flag(true) : text == "false" ? .flag(false) : nil
    case .count: QuantityForms.count(text).map { .count($0) }
    case .duration: QuantityForms.duration(text).map { .duration($0) }
    case .money(let bare): QuantityForms.money(text, currencyMayBeMissing: bare).map { .money($0) }
    case .percent: QuantityForms.percent(text).map { .number($0) }
    case .decimal: QuantityForms.decimal(text).map { .number($0) }
    default: nil
    }
  }

  private func isInRange(_ content: CheckedValue.Content, _ shape: Shape) -> Bool {
    switch (content, shape) {
    case (.count(let value), .count(let range, _)): range.contains(value)
    case (.duration(let value), .duration(let range)): range.contains(value)
    case (.number(let value), .percent): value > 0 && value <= 1
    case (.number(let value), .decimal(let range)): range.contains(value)
    default: true
    }
  }

  private func nearestNumber(to text: String, _ shape: Shape) -> String? {
    switch shape {
    case .flag:
      switch text.lowercased() {
      case "yes", "on", "y", "true": "true"
      case "no", "off", "n", "false": "false"
      default: nil
      }
    case .percent: QuantityForms.nearestPercent(to: text)
    default: QuantityForms.nearestForm(to: text) { number($0, shape) != nil }
    }
  }

  private mutating func wrong(
    _ text: String, _ range: SourceRange, _ shape: Shape, _ path: SettingPath, nearest: String?
  ) {
    report(at: range, "\(path) is not valid", found: quoted(text), expected: shape.expectation, nearest: nearest)
  }

  /// A mistake inside a text is shown at its own column where the text stands in the file as it is read.
  private mutating func report(
    _ mistake: TextMistake, in text: String, _ style: YAMLNode.ScalarStyle, _ range: SourceRange, _ path: SettingPath
  ) {
    let isHidden = path.isSecret || mistake.hidesText
    if isHidden { redact(range) }
    var place = range
    let quotes = style == .quoted ? 2 : 0
    let standsAsRead =
      style != .block && range.line == range.endLine
      && range.endColumn - range.column == text.unicodeScalars.count + quotes
    if let inner = mistake.scalars, standsAsRead {
      place.column = range.column + quotes / 2 + inner.lowerBound
      place.endColumn = max(place.column + 1, range.column + quotes / 2 + inner.upperBound)
    }
    report(
      at: place, "\(path) \(mistake.problem)",
      found: isHidden ? "a value that is not repeated here" : mistake.found ?? quoted(text),
      expected: mistake.expected, nearest: isHidden ? nil : mistake.nearest)
  }
}
