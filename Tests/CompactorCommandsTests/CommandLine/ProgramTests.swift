import PostgresClient
import Testing
import Transcripts

@testable import CompactorCommands

@Suite struct ProgramTests {
  private struct Broken: Error, CustomStringConvertible { let description = "the oven is cold" }

  private static func command(_ name: String, _ result: Result<CompactorCommands.ExitStatus, any Error>) -> CommandSpec
  {
    CommandSpec(name, "does it", arguments: [ArgumentSpec("WORD", count: .optional, "any")]) { _, console in
      console.print("at work")
      return try result.get()
    }
  }

  private static let commands = [
    command("well", .success(.done)), command("badly", .failure(Broken())),
    command("wrongly", .failure(UsageError("found x"))),
    command("briefly", .failure(CancellationError())), command("thriftily", .success(.limit)),
  ]

  @Test(arguments: [
    ("well", CompactorCommands.ExitStatus.done, [String]()), ("badly", .failed, ["compactor: the oven is cold"]),
    ("wrongly", .usage, ["compactor: found x"]), ("briefly", .interrupted, ["compactor: interrupted"]),
    ("thriftily", .limit, []),
  ])
  func `how a command ends is the exit status`(name: String, status: CompactorCommands.ExitStatus, errors: [String])
    async
  {
    let console = FakeConsole()
    #expect(await run(name, commands: Self.commands, on: console) == status)
    #expect(console.output == ["at work"])
    #expect(console.errors == errors)
  }

  @Test func `an error of the database is its message and hint, without where in a function it arose`() async {
    var report = PostgresReport(
      severity: .error, sqlState: SQLState(rawValue: "TC001"), message: "conversation: found 2 messages")
    report.hint = "Expected none."
    report.detail = "Failing row contains (what was said)."
    report.context = "PL/pgSQL function compactor.add_entries(text) line 57 at RAISE\nSQL statement \"SELECT 1\""
    let error = PostgresError(
      .server, report: report)
    let console = FakeConsole()
    #expect(await run("append", commands: [Self.command("append", .failure(error))], on: console) == .failed)
    #expect(
      console.errors == [
        "compactor: the database: ERROR TC001: conversation: found 2 messages; hint: Expected none."
      ])
  }

  private static func failing(_ error: any Error) -> CommandSpec {
    CommandSpec("fail", "does not", options: [.json, OptionSpec("word", value: "WORD", "any")]) { _, _ in throw error }
  }

  @Test(
    arguments: [
      (UsageError("found x"), 2, "usage", "found x"), (CancellationError(), 4, "interrupted", "interrupted"),
      (Broken(), 1, "failed", "the oven is cold"),
      (
        PostgresError(.connectionFailed, message: "refused"), 1, "database",
        "the database: no connection could be made: refused"
      ),
      (OutputFailure(file: "f", reason: "full"), 1, "output", "f: full"),
    ] as [(any Error, Int, String, String)])
  func `whoever asks for JSON gets an object of an error, too`(
    error: any Error, status: Int, kind: String, message: String
  ) async throws {
    let console = FakeConsole()
    let ended = await run("fail", "--json", commands: [Self.failing(error)], on: console)
    #expect(Int(ended.rawValue) == status)
    #expect(console.output.count == 1)
    #expect(
      try JSON(parsing: console.output[0]) == [
        "error": [
          "status": .number(String(status)), "kind": .string(kind), "message": .string(message), "findings": [],
        ]
      ])
    #expect(console.errors == ["compactor: \(message)"], "a person reads it where errors stand")
    let plain = FakeConsole()
    _ = await run("fail", commands: [Self.failing(error)], on: plain)
    #expect(plain.output.isEmpty && plain.errors == console.errors)
  }

  @Test func `a mistake in the words is told to a program, unless --json is one of them`() async throws {
    let console = FakeConsole()
    #expect(await run("fail", "--json", "--wrd", "x", commands: [Self.failing(Broken())], on: console) == .usage)
    let message = try JSON(parsing: try #require(console.output.first))["error"]?["message"]?.string
    #expect(message?.contains("did you mean '--word'?") == true)
    let named = FakeConsole()
    #expect(await run("fail", "--", "--json", commands: [Self.failing(Broken())], on: named) == .usage)
    #expect(named.output.isEmpty)
  }

  @Test func `what standard output did not take is a failure, whatever the command came to`() async {
    let full = OutputFailure(file: "standard output", reason: "No space left on device")
    let console = FakeConsole(outputFailure: full)
    #expect(await run("well", commands: Self.commands, on: console) == .failed)
    #expect(console.errors == ["compactor: standard output: No space left on device"])
    #expect(await run("wrongly", commands: Self.commands, on: FakeConsole(outputFailure: full)) == .usage)
    #expect(await run("thriftily", commands: Self.commands, on: FakeConsole(outputFailure: full)) == .limit)
  }

  @Test func `exit statuses are those of the docs`() {
    #expect(
      [CompactorCommands.ExitStatus.done, .failed, .usage, .limit, .interrupted].map(\.rawValue) == [0, 1, 2, 3, 4])
  }

  @Test(arguments: [
    ("rollbck", "compactor has no command 'rollbck', did you mean 'rollback'?"),
    ("wel", "compactor has no command 'wel'"),
  ])
  func `an unknown command is a mistake with a suggestion`(word: String, text: String) async throws {
    let console = FakeConsole()
    #expect(await run(word, on: console) == .usage)
    #expect(try #require(console.errors.first).hasPrefix(text))
    #expect(console.output.isEmpty)
  }

  @Test func `without a word the help is printed, and the call was wrong`() async {
    let console = FakeConsole()
    #expect(await run(on: console) == .usage)
    #expect(console.output == [overview(of: CommandSpec.all)])
  }

  @Test(arguments: ["--help", "-h", "help"])
  func `whoever asks for help gets it`(word: String) async {
    let console = FakeConsole()
    #expect(await run(word, on: console) == .done)
    #expect(console.output == [overview(of: CommandSpec.all)])
  }

  @Test func `help for a command is the same both ways, and runs nothing`() async {
    let one = FakeConsole()
    let other = FakeConsole()
    #expect(await run("help", "well", commands: Self.commands, on: one) == .done)
    #expect(await run("well", "--help", commands: Self.commands, on: other) == .done)
    #expect(one.output == other.output)
    #expect(one.output == [help(for: Self.commands[0])])
    let named = FakeConsole()
    #expect(await run("well", "--", "--help", commands: Self.commands, on: named) == .done)
    #expect(named.output == ["at work"], "after two dashes it is a word like any other")
  }

  @Test func `the version is the one that the schema asks for`() async {
    let console = FakeConsole()
    #expect(await run("--version", on: console) == .done)
    #expect(console.output == ["compactor \(programVersion)"])
  }
}
