/// A word as it is read: what tells which kind of item it is, without its text.
struct WordShape {
  /// In bytes of the text.
  var start = 0
  var end = 0
  /// Of its letters and digits, in lower case.
  var plain = ItemHash()
  var stem = ItemHash()
  var stemLength = 0
  var letters = 0
  var capitals = 0
  var beginsWithCapital = false
  var beginsWithDigit = false
  /// A capital behind a small letter.
  var hasInnerCapital = false
  var hasInnerUnderscore = false
  var slashes = 0
  var beginsWithSlash = false
  var hasAt = false
  /// Letters behind the last dot that has a letter or digit before it; 0 without such a dot.
  var lettersBehindDot = 0
  var hasDot = false
  /// Small letters and digits only stand behind that dot.
  var isPlainBehindDot = true
  /// `$`, `€`, `%` and the like beside it.
  var hasUnitSign = false
  var runs = DigitRuns()

  /// Short words without a digit tell nothing.
  var hasStem: Bool { stemLength >= 4 || runs.digits > 0 }

  mutating func begin(at index: Int) {
    var word = WordShape()
    // Swapped, so that the runs keep their memory and nobody else holds it.
    swap(&word.runs, &runs)
    word.runs.removeAll()
    (word.start, word.end) = (index, index)
    self = word
  }

  /// The item that the word is, where it is one.
  func item() -> TextItem? {
    let range = start..<end
    func item(_ kind: TextItem.Kind) -> TextItem {
      TextItem(kind: kind, key: plain.value, digits: runs.longest, range: range)
    }
    if hasAt {
      guard hasDot, lettersBehindDot >= 2 else { return letters + runs.digits >= 4 ? item(.identifier) : nil }
      return item(.address)
    }
    if let date = date(range) { return date }
    if runs.digits > 0, letters <= (beginsWithDigit ? 3 : 0), slashes == 0 { return number(range) }
    let isPath = slashes >= 2 || slashes == 1 && (beginsWithSlash || hasDot && lettersBehindDot > 0)
    if isPath, letters >= 2 { return item(.path) }
    guard letters + runs.digits >= 4, !isMeasure else { return nil }
    let isFileName = hasDot && (2...5).contains(lettersBehindDot) && isPlainBehindDot && letters > lettersBehindDot + 1
    if letters > 0 && runs.digits > 0 || hasInnerUnderscore || hasInnerCapital || isFileName {
      return item(.identifier)
    }
    return nil
  }

  /// `24-hour`, `2nd`: a small number with a word.
  private var isMeasure: Bool { beginsWithDigit && runs.count == 1 && runs.digits < 3 && capitals == 0 && slashes == 0 }

  private func number(_ range: Range<Int>) -> TextItem? {
    guard let forms = NumberForms(runs) else {
      return runs.longest != nil
        ? TextItem(
          kind: .identifier, key: plain.value, digits: runs.longest, hasLetters: letters > 0, range: range) : nil
    }
    guard forms.significantDigits >= 3 || forms.hasDecimals || hasUnitSign && forms.significantDigits > 0 else {
      return nil
    }
    return TextItem(
      kind: .number, key: forms.keys[0], others: Array(forms.keys.dropFirst()),
      digits: runs.count == 1 ? runs.longest : nil, range: range)
  }

  /// `2025-03-14`, `14.03.2025`, `3/14/2025`, and the date of `2025-03-14T10:00`.
  private func date(_ range: Range<Int>) -> TextItem? {
    guard runs.count >= 3, letters <= 2, runs.separators.count >= 2, runs.separators[0] == runs.separators[1],
      runs.separators[0] != .comma, runs.separators[0] != .other
    else { return nil }
    let isYearFirst = runs[0].count == 4
    let year = isYearFirst ? 0 : 2
    let (one, other) = isYearFirst ? (1, 2) : (0, 1)
    guard runs[year].count == 4, runs[one].count <= 2, runs[other].count <= 2 else { return nil }
    let values = (runs.value(of: one), runs.value(of: other))
    guard (1...31).contains(values.0), (1...31).contains(values.1), min(values.0, values.1) <= 12 else { return nil }
    var days: [(day: Int, month: Int)] = []
    if isYearFirst {
      days.append((day: values.1, month: values.0))
    } else {
      if values.1 <= 12 { days.append((day: values.0, month: values.1)) }
      if values.0 <= 12, values.0 != values.1 { days.append((day: values.1, month: values.0)) }
    }
    days.removeAll { $0.month > 12 }
    guard !days.isEmpty else { return nil }
    return TextItem(kind: .date, key: plain.value, digits: runs.hash(of: year), days: days, range: range)
  }
}
