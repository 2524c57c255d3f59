import Foundation
import Jobs
import Synchronization
import Testing
import Tokenization

@testable import CompactorCommands

@Suite struct TokenizersTests {
  private let folder = NSTemporaryDirectory() + "vocabularies-\(UUID().uuidString)"
  private var environment: [String: String] { ["COMPACTOR_VOCABULARIES": folder] }

  private func job(_ tokenizer: String?) throws -> Job {
    let text = """
      job: chats
      \(tokenizer.map { "tokenizer: \($0)" } ?? "publish: live")
      compact_when: {any: [{turns: 9}]}
      stages: [{rolling_window: {turns: 3}}]
      """
    return try #require(Job.load(text: text, file: "chats.yaml").job)
  }

  @Test func `a job that names no tokenizer is estimated without a vocabulary, and that is said once`() throws {
    let notes = Mutex<[String]>([])
    let tokenizers = Tokenizers(environment: environment) { note in notes.withLock { $0.append(note) } }
    for _ in 0..<2 { #expect(try tokenizers.tokenizer(of: try job(nil)).name == "estimate@1") }
    let notice = try #require(notes.withLock { $0 }.first)
    #expect(notes.withLock { $0 }.count == 1)
    #expect(
      notice.hasPrefix("tokens are estimated (estimate@1): o200k_base: found no file \(folder)/o200k_base.tiktoken"))
    #expect(notice.contains("scripts/fetch-vocabularies"))
  }

  @Test(arguments: ["o200k_base", "cl100k_base*1.2"])
  func `a job that names a vocabulary fails at its line without it`(name: String) throws {
    let tokenizers = Tokenizers(environment: environment) { _ in Issue.record("a note where an error was due") }
    let job = try job(name)
    let finding = #expect(throws: Diagnostic.self) { try tokenizers.tokenizer(of: job) }
    #expect(finding?.file == "chats.yaml" && finding?.line == 2 && finding?.column == 12)
    #expect(finding?.message.contains("found no file \(folder)/") == true)
    #expect(finding?.message.contains("scripts/fetch-vocabularies") == true)
    #expect(tokenizers.problem(of: job) == finding)
  }

  @Test func `the estimate needs no vocabulary and no note`() throws {
    let tokenizers = Tokenizers(environment: [:]) { _ in Issue.record("a note where nothing is missing") }
    #expect(try tokenizers.tokenizer(of: job("estimate@1")).name == "estimate@1")
    #expect(try tokenizers.tokenizer(of: job("estimate@1*1.3")).name == "estimate@1*1.3")
    #expect(try tokenizers.problem(of: job("estimate@1")) == nil)
  }

  @Test func `a damaged vocabulary is refused`() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data("IQ== 0\n".utf8).write(to: URL(fileURLWithPath: folder + "/o200k_base.tiktoken"))
    let tokenizers = Tokenizers(environment: environment) { _ in }
    let problem = #expect(throws: VocabularyProblem.self) {
      try tokenizers.tokenizer(named: TokenizerName(.vocabulary(.o200kBase)))
    }
    #expect(problem?.what.hasPrefix("found a damaged file \(folder)/o200k_base.tiktoken") == true)
    #expect(tokenizers.standard().name == "estimate@1")
    #expect(tokenizers.summary == "vocabularies in \(folder): none, tokens are estimated")
  }

  @Test(
    arguments: [
      (["COMPACTOR_VOCABULARIES": "/v", "XDG_CACHE_HOME": "/x", "HOME": "/h"], "/v"),
      (["COMPACTOR_VOCABULARIES": "", "XDG_CACHE_HOME": "/x", "HOME": "/h"], "/x/transcript-compactor/vocabularies"),
      (["HOME": "/h"], "/h/.cache/transcript-compactor/vocabularies"), ([:], nil),
    ] as [([String: String], String?)])
  func `the folder is where the script puts them`(environment: [String: String], folder: String?) {
    #expect(Tokenizers.folder(environment) == folder)
  }

  @Test(.enabled(if: Published.areThere, "needs scripts/fetch-vocabularies"))
  func `a vocabulary that was fetched is taken`() throws {
    let tokenizers = Tokenizers(environment: ProcessInfo.processInfo.environment) { _ in Issue.record("a note") }
    #expect(tokenizers.standard().name == "o200k_base")
    #expect(tokenizers.standard().count("Hello world") == 2)
    #expect(try tokenizers.tokenizer(of: job("cl100k_base*1.5")).count("Hello world") == 3)
    #expect(try tokenizers.problem(of: job("o200k_base")) == nil)
  }
}

/// The vocabularies of this machine.
enum Published {
  static let areThere =
    (try? Tokenizers(environment: ProcessInfo.processInfo.environment) { _ in }
      .tokenizer(named: TokenizerName(.vocabulary(.o200kBase)))) != nil
}
