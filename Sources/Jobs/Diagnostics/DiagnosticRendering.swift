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
    guard let (excerpt, start) = window() else { return hint.map { text + "; " + $0 } ?? text }
    let number = String(line)
    let gutter = String(repeating: " ", count: number.count)
    text +=
      "\n\(number) | \(excerpt)\n\(gutter) | \(indentation(in: excerpt, from: start))\(underline(in: excerpt, from: start))"
    if let hint { text += " " + hint }
    return text
  }

  /// What of the line is shown, and how many of its columns were left away before it: a long one is cut around the place.
  private func window() -> (text: String, start: Int)? {
    guard let excerpt else { return nil }
    let scalars = Array(excerpt.unicodeScalars)
    guard scalars.count > Self.excerptWidth else { return (excerpt, 0) }
    // A third before the place, so that what is wrong and what follows it can be read.
    let start = max(0, min(column - 1 - Self.excerptWidth / 3, scalars.count - Self.excerptWidth))
    let end = min(scalars.count, start + Self.excerptWidth)
    var text = String.UnicodeScalarView(scalars[start..<end])
    if start > 0 { text.replaceSubrange(text.startIndex...text.startIndex, with: ["…"]) }
    if end < scalars.count {
      text.removeLast()
      text.append("…")
    }
    return (String(text), start)
  }

  /// Columns of a line that are shown at most.
  static let excerptWidth = 100

  /// Blanks up to the column, with the tabs of the line kept so that the caret stands under its place.
  private func indentation(in excerpt: String, from start: Int) -> String {
    let column = column - start
    var blanks = String(excerpt.unicodeScalars.prefix(column - 1).map { $0 == "\t" ? "\t" : " " as Character })
    let missing = column - 1 - blanks.unicodeScalars.count
    if missing > 0 { blanks += String(repeating: " ", count: missing) }
    return blanks
  }

  private func underline(in excerpt: String, from start: Int) -> String {
    let length = excerpt.unicodeScalars.count
    let width = min(range.width(inLineOfLength: start + length), max(1, start + length - column + 1))
    return "^" + String(repeating: "~", count: width - 1)
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
