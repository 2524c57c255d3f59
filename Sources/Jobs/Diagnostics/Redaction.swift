import YAMLDocuments

/// The lines of a file as they may be shown: what may be a secret is blanked with `*`, column for column.
struct RedactedLines {
  private var lines: [[Unicode.Scalar]]

  init(_ text: String) {
    lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var scalars = Array(line)
      if scalars.last == "\r" { scalars.removeLast() }
      return scalars
    }
    if lines.first?.first == "\u{FEFF}" { lines[0].removeFirst() }
    for index in lines.indices { blankCredentials(in: index) }
  }

  /// The line with this number, from 1; `nil` beyond the end.
  subscript(line: Int) -> String? {
    guard lines.indices.contains(line - 1) else { return nil }
    var text = ""
    text.unicodeScalars.append(contentsOf: lines[line - 1])
    return text
  }

  mutating func blank(_ range: SourceRange) {
    for line in range.line...max(range.line, range.endLine) where lines.indices.contains(line - 1) {
      let from = line == range.line ? range.column - 1 : 0
      let to = line == range.endLine ? range.endColumn - 1 : lines[line - 1].count
      blank(from..<max(from, to), in: line - 1)
    }
  }

  private mutating func blank(_ columns: Range<Int>, in index: Int) {
    for column in columns where lines[index].indices.contains(column) && lines[index][column] != " " {
      lines[index][column] = "*"
    }
  }

  /// For a file that is not YAML, where no setting can claim its value: blanks what follows a key that reads like one
  /// for secrets.
  mutating func blankAfterSecretKeys() {
    for index in lines.indices {
      let line = lines[index]
      guard let colon = line.firstIndex(of: ":") else { continue }
      let key = line[..<colon].filter(isWord)
      if namesSecret(String(String.UnicodeScalarView(key))) { blank(colon + 1..<line.count, in: index) }
    }
  }

  /// A second line of defence: every long run of letters and digits.
  private mutating func blankCredentials(in index: Int) {
    let line = lines[index]
    var start = 0
    while start < line.count {
      guard isWord(line[start]) else {
        start += 1
        continue
      }
      var end = start
      while end < line.count, isWord(line[end]) { end += 1 }
      let word = line[start..<end]
      let hasDigit = word.contains { ("0"..."9").contains($0) }
      let hasLetter = word.contains { $0.properties.isAlphabetic }
      let prefix = word.prefix(3)
      if (word.count >= 24 && hasDigit && hasLetter) || (prefix.elementsEqual("sk-".unicodeScalars) && word.count > 6) {
        blank(start..<end, in: index)
      }
      start = end
    }
  }

  private func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "-" || scalar == "_" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
  }
}

/// Whether what goes by this name is a secret, whoever the provider is: the name of a header, of a part of a query or of
/// a setting, `api_key` in any spelling included. By whole words, so that `X-Author` is none.
func namesSecret(_ name: String) -> Bool {
  if nearestName(to: name, among: ["api_key"]) != nil { return true }
  return name.lowercased().split { $0 == "-" || $0 == "_" || $0 == "." }.contains { word in
    ["auth", "authorization", "authentication", "cookie", "password", "credential", "credentials"].contains(word)
      || word.hasSuffix("key") || word.hasSuffix("token") || word.hasSuffix("secret")
  }
}
