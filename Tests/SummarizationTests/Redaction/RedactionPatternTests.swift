import TestSupport
import Testing

@testable import Summarization

private func ranges(_ pattern: String, _ text: String) throws -> [Range<Int>] {
  try RedactionPattern(name: "x", pattern: pattern).ranges(in: text)
}

/// What belongs to some match, found by trying every stretch: an outside judge, far too slow for use.
private func allMatches(_ pattern: String, _ text: String) throws -> [Bool] {
  let regex = try Regex("(?:\(pattern))")
  let characters = Array(text)
  var covered = Array(repeating: false, count: characters.count)
  for start in characters.indices {
    for end in (start + 1)...characters.count where try regex.wholeMatch(in: String(characters[start..<end])) != nil {
      for index in start..<end { covered[index] = true }
    }
  }
  return covered
}

private func covered(_ pattern: String, _ text: String) throws -> [Bool] {
  let ranges = try ranges(pattern, text)
  return (0..<text.utf8.count).map { index in ranges.contains { $0.contains(index) } }
}

/// Wrong: takes the first match and goes on behind it, as most searches do.
private func leftmostMatches(_ pattern: String, _ text: String) throws -> [Bool] {
  let regex = try Regex("(?:\(pattern))")
  var covered = Array(repeating: false, count: text.count)
  for match in text.matches(of: regex) {
    let start = text.distance(from: text.startIndex, to: match.range.lowerBound)
    for index in 0..<text[match.range].count { covered[start + index] = true }
  }
  return covered
}

@Suite struct RedactionPatternTests {
  @Test(arguments: [
    (#"C-\d{6}"#, "a C-123456 b C-12345", [2..<10]), ("[A-F]{2,3}", "ABCD xA", [0..<4]),
    (#"\bkey\b"#, "key monkey key", [0..<3, 11..<14]), ("^x+$", "xx\nyx\nx", [0..<2, 6..<7]),
    ("(?i)secret", "SeCrEt", [0..<6]), ("a|bc", "abcd", [0..<3]), ("(ab)+c?", "ababcab", [0..<7]),
    (#"[^,\s]+@x"#, "a,b@x", [2..<5]),
    ("ä+", "aää", [1..<5]), (#"\."#, "a.b", [1..<2]), ("[]-]", "a]-", [1..<3]), ("a{0,2}b", "aaab", [1..<4]),
  ])
  func `what matches is found`(_ pattern: String, _ text: String, _ expected: [Range<Int>]) throws {
    #expect(try ranges(pattern, text) == expected)
  }

  @Test(arguments: [
    ("", "the pattern is empty"), ("a(b", "a `(` without its `)`"), ("a)", "a `)` without its `(`"),
    ("[a", "a `[` without its `]`"),
    ("*a", "`*` has nothing before it to repeat"), (#"\1"#, #"`\1` has no meaning here"#),
    ("a{3,2}", "the second number is smaller than the first"),
    ("a{201}", "more than 200 repetitions"), ("a*", "it also matches where nothing stands"),
    ("(?=a)", "of groups that begin with `(?` only `(?:` and, at the beginning, `(?i)` are known"),
    ("(((((a{200}){200}){200})))", "it has too many repetitions in one another"),
    ("[z-a]", "a range that runs backwards"), ("a\\", "a `\\` at the end"),
  ])
  func `a mistake in a pattern is told`(_ pattern: String, _ problem: String) {
    #expect(throws: (any Error).self) { try ranges(pattern, "x") }
    do throws(PatternError) {
      _ = try RedactionPattern(name: "x", pattern: pattern)
    } catch {
      #expect(error.problem == problem)
    }
  }

  private static let patterns = [
    "ab", "a+b", "(a|b)+c", "a.c", "[ab]{2,3}", "ab?c*", "(ab|ba)c", "b(a|c){1,2}b", "[^a]b", "a(b|)c",
  ]

  private func mistakes(_ find: (String, String) throws -> [Bool]) throws -> [String] {
    var mistakes: [String] = []
    for seed in 1...40 {
      var random = SeededGenerator(seed: seed)
      let text = String((0..<8).map { _ in "abc".randomElement(using: &random)! })
      for pattern in Self.patterns where try find(pattern, text) != allMatches(pattern, text) {
        mistakes.append("\(pattern) in \(text)")
      }
    }
    return mistakes
  }

  @Test func `everything that belongs to a match is found, as trying every stretch finds it`() throws {
    let mistakes = try mistakes(covered)
    #expect(mistakes.isEmpty, "\(mistakes.prefix(5))")
  }

  @Test func `a search that goes on behind its first match is found out`() throws {
    #expect(try !mistakes(leftmostMatches).isEmpty)
  }

  @Test(arguments: ["(a+)+b", "(a|a)*b", "(.*)*x", "a.*b.*c.*d", "([a-z]+)*\\d", "a{50,100}b", "(a|b|ab)*c"])
  func `the work grows with the text and not with its square`(_ pattern: String) throws {
    let program = try PatternCompiler.compile(pattern)
    func steps(_ count: Int) -> Int {
      var run = PatternRun(program)
      _ = run.ranges(in: String(repeating: "a", count: count).utf8.span)
      return run.steps
    }
    let (short, long) = (steps(1_000), steps(10_000))
    #expect(long <= short * 11)
    #expect(long <= 10_000 * program.states.count * 3)
  }
}
