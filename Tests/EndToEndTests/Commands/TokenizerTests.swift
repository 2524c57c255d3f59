import Foundation
import PostgresClient
import Testing
import Transcripts

/// Who counts, and what happens when that changes.
@Suite struct TokenizerTests {
  /// Where `scripts/fetch-vocabularies` put the vocabularies, if it did.
  private static let vocabularies: String? = {
    let environment = ProcessInfo.processInfo.environment
    let cache = environment["XDG_CACHE_HOME"] ?? NSHomeDirectory() + "/.cache"
    let folder = environment["COMPACTOR_VOCABULARIES"] ?? cache + "/transcript-compactor/vocabularies"
    return FileManager.default.fileExists(atPath: folder + "/o200k_base.tiktoken") ? folder : nil
  }()

  @Test func `a job that names a vocabulary does nothing without it, and says how to get it`() async throws {
    try await Installation.with { site in
      let job = try site.write(JobFile.window(more: "\ntokenizer: o200k_base"), to: "job.yaml")
      for command in ["run", "plan"] {
        let ending = try await site.compactor(command, job)
        #expect(ending.status == 2)
        #expect(ending.errors.contains("\(job):"), "\(ending.errors)")
        #expect(ending.errors.contains("scripts/fetch-vocabularies"), "\(ending.errors)")
      }
      #expect(try await site.count("SELECT count(*) FROM compactor.jobs") == 0)
      let validated = try await site.compactor("validate", job)
      #expect(validated.status == 0 && validated.errors.contains("warning"))
    }
  }

  @Test(.enabled(if: vocabularies != nil, "needs scripts/fetch-vocabularies"))
  func `entries are counted once by each tokenizer`() async throws {
    try await Installation.with { site in
      let chats = try site.write(Chats.file(["a", "b"], turns: 12), to: "chats.jsonl")
      try await site.done("import", chats)
      try await site.model()
      let job = try site.write(JobFile.summarizing(), to: "job.yaml")
      let estimated = try await site.compactor("run", job)
      #expect(estimated.status == 0 && estimated.errors.contains("tokens are estimated (estimate@1)"))
      let blocks: SQL = "SELECT count(*) FROM compactor.header_blocks WHERE tokenizer = 'estimate@1'"
      let exact: SQL = "SELECT count(*) FROM compactor.header_blocks WHERE tokenizer = 'o200k_base'"
      #expect(try await site.count(blocks) == 2)
      #expect(try await site.count(exact) == 0)

      // The vocabulary comes: what is there is counted by it.
      site.set("COMPACTOR_VOCABULARIES", to: try #require(Self.vocabularies))
      let counted = try await site.json("count", chats)
      let window = try site.write(JobFile.window("summaries"), to: "window.yaml")
      let planned = try await site.json("plan", window, "--backfill")
      #expect(counted["tokenizer"] == "o200k_base" && planned["tokenizer"] == "o200k_base")
      #expect(counted["tokens"] == planned["tokens_before"])
      #expect(try await site.done("explain", "a").contains(" tokens by o200k_base"))
      let again = try await site.json("backfill", window, "--yes")
      #expect(again["tokenizer"] == "o200k_base" && again["tokens_before"] == planned["tokens_before"])
      #expect(try await site.count(exact) == 2)
      #expect(try await site.count(blocks) == 2)

      // By a factor: once more.
      let scaled = try site.write(
        JobFile.window("summaries", turns: 2, more: "\ntokenizer: o200k_base*1.5"), to: "scaled.yaml")
      let larger = try await site.json("plan", scaled, "--backfill")
      #expect(larger["tokenizer"] == "o200k_base*1.5")
      let before = try #require(planned["tokens_before"]?.int)
      #expect(try #require(larger["tokens_before"]?.int) > before * 13 / 10)
    }
  }
}
