import Foundation
import Testing
import Transcripts

@testable import CompactorCommands

@Suite struct EvaluateTests {
  private static let drops = """
    job: drops
    tokenizer: estimate@1
    compact_when: {any: [{turns: 3}]}
    stages: [{rolling_window: {turns: 1}}]
    """
  private static let summarizes = """
    job: tells
    tokenizer: estimate@1
    compact_when: {any: [{turns: 3}]}
    stages: [{summarize: {model: small, prompt: facts@1, at_most: {tokens: 120}, keep_last: {turns: 1}}}]
    models: {small: {url: "http://127.0.0.1:9/v1", name: none, price: {input: 0, output: 0}}}
    """

  /// Chats of so many turns each.
  private static func chats(_ turns: [Int]) -> String {
    turns.enumerated().map { index, count in
      let messages = (0..<count).flatMap { turn -> [JSON] in
        [
          [
            "role": "user",
            "content": .string(
              "Where is order \(7_000 + turn) of Maria? I have been waiting for it since a long time."),
          ],
          [
            "role": "assistant",
            "content": .string("The order \(7_000 + turn) left the house on 2026-03-0\(turn + 1)."),
          ],
        ]
      }
      let line: JSON = [
        "id": .string("chat-\(index)"), "messages": .array(messages),
        "qa": [["question": "Which order came first?", "answers": ["7000"]]],
      ]
      return line.text + "\n"
    }.joined()
  }

  private func evaluate(_ files: [String: String], _ words: String...) async throws -> (
    status: CompactorCommands.ExitStatus, console: FakeConsole, folder: String
  ) {
    let folder = NSTemporaryDirectory() + "evaluate-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (name, text) in files { try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)")) }
    let console = FakeConsole(environment: ["COMPACTOR_VOCABULARIES": "/nowhere"])
    let status = await CompactorCommands.run(
      ["evaluate"] + words.map { $0.replacing("@", with: folder + "/") }, commands: CommandSpec.all,
      console: console.console)
    return (status, console, folder)
  }

  @Test func `policies stand side by side, each above its baselines, and no model is asked`() async throws {
    let (status, console, _) = try await evaluate(
      ["drops.yaml": Self.drops, "tells.yaml": Self.summarizes, "chats.jsonl": Self.chats([6, 5, 1])], "@drops.yaml",
      "@tells.yaml", "--file", "@chats.jsonl")
    #expect(status == .done, "\(console.errors)")
    let lines = try #require(console.output.first).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].hasPrefix("policy") && lines[0].contains("tokens") && lines[0].contains("answers"))
    #expect(
      lines[2...7].map { $0.prefix { $0 != "%" }.split(separator: "  ").first.map(String.init) } == [
        "drops", "random", "last turns", "tells", "random", "last turns",
      ])
    let text = console.output[0]
    #expect(
      text.contains("3 conversations of chats.jsonl; tokens by estimate@1; summaries: extracts, no model was asked"))
    #expect(text.contains("drops: made 2 of 3 conversations smaller"))
    #expect(text.contains("tells: 2 of 2 summaries used"))
  }

  @Test func `the same is printed as JSON and written as a page`() async throws {
    let (status, console, folder) = try await evaluate(
      ["drops.yaml": Self.drops, "chats.jsonl": Self.chats([6, 5])], "@drops.yaml", "--file", "@chats.jsonl", "--json",
      "--html", "@report.html")
    #expect(status == .done, "\(console.errors)")
    let json = try JSON(parsing: try #require(console.output.first))
    #expect(json["conversations"] == 2)
    let policy = try #require(json["policies"]?.array?.first)
    #expect(policy["name"] == "drops" && policy["measures"]?["answers"]?["part"] == 0)
    #expect(policy["measures"]?["answers"]?["whole"] == 2)
    let page = try String(contentsOfFile: "\(folder)/report.html", encoding: .utf8)
    #expect(page.hasPrefix("<!doctype html>") && page.contains("drops"))
  }

  @Test func `a sample is drawn by its seed`() async throws {
    let files = ["drops.yaml": Self.drops, "chats.jsonl": Self.chats(Array(repeating: 4, count: 30))]
    func names(_ seed: String) async throws -> [String] {
      let (_, console, _) = try await evaluate(
        files, "@drops.yaml", "--file", "@chats.jsonl", "--json", "--sample", "5", "--seed", seed, "--looks", "0")
      let sizes = try JSON(parsing: try #require(console.output.first))["policies"]?.array?.first?["measures"]?["sizes"]
      return sizes?.array?.compactMap { $0["conversation"]?.string } ?? []
    }
    let first = try await names("1")
    #expect(first.count == 5 && Set(first).count == 5)
    #expect(try await names("1") == first)
    #expect(try await names("2") != first)
  }

  @Test func `questions of a file of their own are asked too`() async throws {
    let (status, console, _) = try await evaluate(
      [
        "drops.yaml": Self.drops, "chats.jsonl": Self.chats([6]),
        "questions.jsonl": #"{"conversation": "chat-0", "question": "And last?", "answers": ["7005"]}"# + "\n",
      ], "@drops.yaml", "--file", "@chats.jsonl", "--json", "--questions", "@questions.jsonl")
    #expect(status == .done, "\(console.errors)")
    let policy = try JSON(parsing: try #require(console.output.first))["policies"]?.array?.first
    #expect(policy?["measures"]?["answers"]?["part"] == 1 && policy?["measures"]?["answers"]?["whole"] == 2)
  }

  @Test func `what is wrong is said with its place`() async throws {
    let files = ["drops.yaml": Self.drops, "chats.jsonl": Self.chats([6]), "q.jsonl": "{}\n", "odd.txt": "words"]
    for (words, expected) in [
      (["@drops.yaml", "--file", "@none.jsonl"], "none.jsonl: found no file"),
      (["@drops.yaml", "--file", "@odd.txt"], "odd.txt: line 1, byte 0"),
      (["@drops.yaml", "--file", "@chats.jsonl", "--questions", "@q.jsonl"], "q.jsonl:1: found no question"),
      (["@drops.yaml", "--file", "@chats.jsonl", "--sample", "0"], "--sample: found '0'"),
      (["@drops.yaml", "--file", "@chats.jsonl", "--tokenizer", "o2"], "--tokenizer: found 'o2'"),
      (["@drops.yaml", "--file", "@chats.jsonl", "--html", "/nowhere/a.html"], "/nowhere/a.html"),
    ] {
      let folder = NSTemporaryDirectory() + "evaluate-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for (name, text) in files { try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)")) }
      let console = FakeConsole(environment: ["COMPACTOR_VOCABULARIES": "/nowhere"])
      let status = await CompactorCommands.run(
        ["evaluate"] + words.map { $0.replacing("@", with: folder + "/") }, commands: CommandSpec.all,
        console: console.console)
      #expect(status == .usage, "\(words)")
      #expect(console.errors.joined(separator: "\n").contains(expected), "\(console.errors)")
    }
  }
}
