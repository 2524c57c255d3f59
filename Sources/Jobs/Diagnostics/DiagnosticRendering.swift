import YAMLDocuments

extension Diagnostic {
  /// The finding as text of several lines without a final newline: place and message, then the line of the file
  /// with a caret under the place and the nearest valid name beside it.
  ///
  ///     jobs/support.yaml:12:7: error: unknown setting of `summarize`: found `modle`, expected one of `model`, …
  ///     12 |     - summarize: {modle: small}
  ///        |                   ^~~~~ did you mean `model`?
  ///
  /// An example follows, indented, where there is one.
  public var rendered: String {
    guard let example else { return withoutExample }
    let lines = example.split(separator: "\n", omittingEmptySubsequences: false)
    return withoutExample + "\n  for example:" + lines.map { "\n    \($0)" }.joined()
  }

  private var withoutExample: String {
    var text = "\(file):\(line):\(column): \(severity.rawValue): \(message)"
    let hint = nearest.map { "did you mean `\($0)`?" }
    guard let excerpt else { return hint.map { text + "; " + $0 } ?? text }
    let number = String(line)
    let gutter = String(repeating: " ", count: number.count)
    text += "\n\(number) | \(excerpt)\n\(gutter) | \(indentation(in: excerpt))\(underline(in: excerpt))"
    if let hint { text += " " + hint }
    return text
  }

  /// Blanks up to the column, with the tabs of the line kept so that the caret stands under its place.
  private func indentation(in excerpt: String) -> String {
    var blanks = String(excerpt.unicodeScalars.prefix(column - 1).map { $0 == "\t" ? "\t" : " " as Character })
    let missing = column - 1 - blanks.unicodeScalars.count
    if missing > 0 { blanks += String(repeating: " ", count: missing) }
    return blanks
  }

  private func underline(in excerpt: String) -> String {
    "^" + String(repeating: "~", count: range.width(inLineOfLength: excerpt.unicodeScalars.count) - 1)
  }
}

extension Sequence<Diagnostic> {
  /// "2 errors, 1 warning", or "no mistakes".
  public var tally: String {
    let errors = count { $0.severity == .error }
    let warnings = count { $0.severity == .warning }
    var parts: [String] = []
    if errors > 0 { parts.append("\(errors) error\(errors == 1 ? "" : "s")") }
    if warnings > 0 { parts.append("\(warnings) warning\(warnings == 1 ? "" : "s")") }
    return parts.isEmpty ? "no mistakes" : parts.joined(separator: ", ")
  }
}
