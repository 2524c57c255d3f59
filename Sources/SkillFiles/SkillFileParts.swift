/// The two parts of a skill file.
struct SkillFileParts {
  /// The lines between the two lines of `---`.
  let head: String
  /// What follows, without blank lines at either end.
  let body: String

  init(_ text: String, file: String) throws(SkillFileError) {
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.last == "\r" ? line.dropLast() : line
    }
    if lines[0].first == "\u{FEFF}" { lines[0].removeFirst() }
    guard Self.isFence(lines[0]) else {
      throw SkillFileError(file: file, line: 1, problem: "the file does not begin with a head", expected: "`---`")
    }
    guard let end = lines.dropFirst().firstIndex(where: Self.isFence) else {
      throw SkillFileError(
        file: file, line: 1, problem: "the head that begins here does not end", expected: "a second line of `---`")
    }
    guard !lines[1..<end].allSatisfy(Self.isBlank) else {
      throw SkillFileError(file: file, line: 1, problem: "the head is empty", expected: "`name` and `description`")
    }
    head = Self.joined(lines[1..<end])
    var body = lines[(end + 1)...]
    while let first = body.first, Self.isBlank(first) { body.removeFirst() }
    while let last = body.last, Self.isBlank(last) { body.removeLast() }
    guard !body.isEmpty else {
      throw SkillFileError(
        file: file, line: end + 1, problem: "nothing follows the head", expected: "the guidance of the skill")
    }
    self.body = Self.joined(body)
  }

  private typealias Line = Substring.UnicodeScalarView

  private static func isFence(_ line: Line) -> Bool {
    line.starts(with: "---".unicodeScalars) && isBlank(line.dropFirst(3))
  }

  private static func isBlank(_ line: Line) -> Bool {
    line.allSatisfy { $0 == " " || $0 == "\t" }
  }

  private static func joined(_ lines: some Sequence<Line>) -> String {
    lines.map { String($0) }.joined(separator: "\n")
  }
}
