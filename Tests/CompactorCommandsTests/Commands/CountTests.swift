import Foundation
import Testing
import Tokenization
import Transcripts

@testable import CompactorCommands

@Suite struct CountTests {
  private let estimate = EstimatingTokenizer()

  /// What `count` prints of a file with this text.
  private func count(_ text: String, _ words: String...) async throws -> (
    status: CompactorCommands.ExitStatus, FakeConsole
  ) {
    let file = NSTemporaryDirectory() + "count-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: file) }
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    let console = FakeConsole(environment: ["COMPACTOR_VOCABULARIES": "/nowhere"])
    let status = await CompactorCommands.run(
      ["count", file] + words, commands: CommandSpec.all, console: console.console)
    return (status, console)
  }

  @Test func `a text is counted whole`() async throws {
    let text = "Some words,\nand some more.\n"
    let (status, console) = try await count(text, "--tokenizer", "estimate@1", "--tokenizer", "estimate@1*2", "--json")
    #expect(status == .done)
    let reports = try console.output.map { try JSON(parsing: $0) }
    #expect(reports.map { $0["tokenizer"] } == ["estimate@1", "estimate@1*2"])
    #expect(reports[0]["tokens"]?.int == estimate.count(text))
    #expect(reports[1]["tokens"]?.int == 2 * estimate.count(text))
    #expect(reports[0]["seconds"]?.double != nil)
  }

  @Test func `conversations are counted with what a chat adds`() async throws {
    let line = #"{"messages":[{"role":"user","content":"One question"},{"role":"assistant","content":"One answer"}]}"#
    let (status, console) = try await count(line + "\n" + line + "\n", "--json", "--tokenizer", "estimate@1")
    #expect(status == .done)
    let report = try JSON(parsing: try #require(console.output.first))
    #expect(report["conversations"] == 2 && report["entries"] == 4)
    let once = estimate.count("One question") + estimate.count("One answer") + 2 * ChatCost.message
    #expect(report["tokens"]?.int == 2 * once)
  }

  @Test func `lines are counted one by one`() async throws {
    let (status, console) = try await count("\"a\"\n\"b\\n\"\n", "--as", "lines", "--json", "--tokenizer", "estimate@1")
    #expect(status == .done)
    let report = try JSON(parsing: try #require(console.output.first))
    #expect(report["texts"] == 2)
    #expect(report["tokens"]?.int == estimate.count("a") + estimate.count("b\n"))
    let (wrong, errors) = try await count("\"a\"\n7\n", "--as", "lines", "--tokenizer", "estimate@1")
    #expect(wrong == .usage)
    #expect(errors.errors.first?.hasSuffix(":2: found no JSON string, expected one on each line") == true)
  }

  @Test func `without a vocabulary and without a name it says that it estimates`() async throws {
    let (status, console) = try await count("words")
    #expect(status == .done)
    #expect(console.errors.first?.hasPrefix("tokens are estimated (estimate@1)") == true)
    #expect(console.output.first?.contains(" tokens by estimate@1 ") == true)
  }

  @Test(arguments: [
    ("o200k_base", "compactor: --tokenizer: o200k_base: found no file /nowhere/o200k_base.tiktoken; "),
    ("o200k_bas", "compactor: --tokenizer: found 'o200k_bas', did you mean 'o200k_base'?"),
  ])
  func `a tokenizer that cannot be had is an error of the user`(name: String, message: String) async throws {
    let (status, console) = try await count("words", "--tokenizer", name)
    #expect(status == .usage)
    #expect(console.errors.first?.hasPrefix(message) == true)
    #expect(console.output.isEmpty)
  }
}
