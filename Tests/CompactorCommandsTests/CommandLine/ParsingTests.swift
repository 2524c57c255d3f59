import Testing

@testable import CompactorCommands

@Suite struct ParsingTests {
  private static let command = CommandSpec(
    "cook", "make a meal",
    arguments: [ArgumentSpec("DISH", "what to cook"), ArgumentSpec("SIDE", count: .optional, "beside it")],
    options: [
      OptionSpec("salt", value: "GRAMS", environment: "COOK_SALT", "how much"), OptionSpec("fast", "hurry"),
      OptionSpec("pot", value: "NAME", "in what"),
    ]
  ) { _, _ in .done }

  private static let many = CommandSpec(
    "eat", "", arguments: [ArgumentSpec("DISH", "a dish"), ArgumentSpec("DISH", count: .many, "more")]
  ) { _, _ in .done }

  private func read(
    _ line: String, _ command: CommandSpec = ParsingTests.command, environment: [String: String] = [:]
  ) throws -> Invocation {
    try parse(line.split(separator: " ").map(String.init), for: command, environment: environment)
  }

  @Test(arguments: [
    "soup --salt 3 --fast", "--salt=3 --fast soup", "--fast soup --salt 3", "--salt 9 soup --fast --salt 3",
  ])
  func `options stand anywhere, and the last value counts`(line: String) throws {
    let invocation = try read(line)
    #expect(invocation.arguments == ["soup"])
    #expect(invocation.value("salt") == "3")
    #expect(invocation.flag("fast") && !invocation.flag("pot"))
    #expect(invocation.value("pot") == nil)
  }

  @Test func `values may be empty, hold an equals sign or look like an option`() throws {
    #expect(try read("soup --pot=").value("pot") == "")
    #expect(try read("soup --pot a=b").value("pot") == "a=b")
    #expect(try read("soup --pot=a=b").value("pot") == "a=b")
    #expect(try read("soup --pot --fast").value("pot") == "--fast")
  }

  @Test func `after two dashes every word is an argument`() throws {
    #expect(try read("-- --fast --salt").arguments == ["--fast", "--salt"])
    #expect(try read("- soup").arguments == ["-", "soup"], "a dash alone is standard input")
  }

  @Test func `the environment speaks where the line is silent`() throws {
    #expect(try read("soup", environment: ["COOK_SALT": "5"]).value("salt") == "5")
    #expect(try read("soup --salt 1", environment: ["COOK_SALT": "5"]).value("salt") == "1")
    #expect(try read("soup", environment: ["COOK_SALT": ""]).value("salt") == nil)
  }

  @Test func `a command may take any number of words`() throws {
    #expect(try read("a b c d", Self.many).arguments == ["a", "b", "c", "d"])
    #expect(try read("a", Self.many).arguments == ["a"])
  }

  @Test(arguments: [
    ("", "compactor cook needs DISH: what to cook"),
    ("soup bread wine", "compactor cook: found 'wine', expected no more words"),
    ("soup --salty 3", "compactor cook has no option '--salty', did you mean '--salt'?"),
    ("soup --sugar", "compactor cook has no option '--sugar', expected one of: --salt, --fast, --pot"),
    ("soup --salt", "--salt needs a value: GRAMS"),
    ("soup --fast=yes", "--fast takes no value"),
    ("soup -f", "found '-f', expected an option with two dashes; see compactor cook --help"),
  ])
  func `a mistake is told with what was expected`(line: String, text: String) {
    #expect(throws: UsageError(text)) { try read(line) }
  }

  @Test(arguments: [
    ("x", "--salt: found 'x', expected a whole number, 1 to 9"),
    ("", "--salt: found '', expected a whole number, 1 to 9"),
    ("0", "--salt: found '0', expected a whole number, 1 to 9"),
    ("10", "--salt: found '10', expected a whole number, 1 to 9"),
    ("1.5", "--salt: found '1.5', expected a whole number, 1 to 9"),
  ])
  func `a number out of its range is a mistake`(value: String, text: String) throws {
    let invocation = try read("soup --salt=\(value)")
    #expect(throws: UsageError(text)) { try invocation.integer("salt", in: 1...9) }
  }

  @Test func `a number in its range is read`() throws {
    #expect(try read("soup --salt=9").integer("salt", in: 1...9) == 9)
    #expect(try read("soup").integer("salt", in: 1...9) == nil)
    #expect(throws: UsageError("--salt: found '-1', expected a whole number, 0 or more")) {
      try read("soup --salt=-1").integer("salt")
    }
  }

  @Test(arguments: [
    ("kitten", "sitting", 3), ("", "abc", 3), ("abc", "", 3), ("rollback", "rolback", 1), ("run", "run", 0),
    ("ab", "ba", 2),
  ])
  func `the distance of two words is that of Levenshtein`(a: String, b: String, distance: Int) {
    #expect(editDistance(a, b) == distance)
  }
}
