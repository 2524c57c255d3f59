import Compaction
import PostgresClient
import Storage
import TestSupport
import Testing
import Transcripts

@Suite(.migratedDatabase) struct RowTests {
  private let scratch = ScratchArchive()

  private func entries(_ spans: [EntrySpan], limit: Int = .max, allBranches: Bool = false) async throws -> [StoredEntry]
  {
    var entries: [StoredEntry] = []
    try await scratch.archive.forEachEntry(in: spans, limit: limit, allBranches: allBranches) { entries.append($0) }
    return entries
  }

  @Test func `entries come span by span, in order of position, so many at a time`() async throws {
    let a = try await scratch.append("a", messages: 5)
    let b = try await scratch.append("b", messages: 3)
    let read = try await entries([
      EntrySpan(conversation: a, first: 2, last: 4), EntrySpan(conversation: b, first: 1, last: 99),
    ])
    #expect(read.filter { $0.conversation == a }.map(\.position) == [2, 3, 4])
    #expect(read.filter { $0.conversation == b }.map(\.position) == [1, 2, 3])
    #expect(try await entries([EntrySpan(conversation: a, first: 1, last: 5)], limit: 2).map(\.position) == [1, 2])
    #expect(try await entries([]).isEmpty)
    let first = try #require(read.first { $0.conversation == b })
    #expect(first.kind == .prompt && first.part == 0 && first.parts == 1 && !first.isErased)
    #expect(first.original.map { String(decoding: $0, as: UTF8.self) } == #"{"role":"user","content":"message 0"}"#)
  }

  @Test func `other branches are read only when asked for`() async throws {
    let conversation = NewConversation(
      tenant: "default", key: "tree", format: "openai", envelope: #"{"x":1}"#, metadata: #"{"a":1}"#)
    func entry(_ message: Int32, branch: Int32) -> NewEntry {
      NewEntry(
        message: message, part: 0, parts: 1, branch: branch, kind: .prompt, isOpaque: false, isIllFormed: false,
        original: #"{"role":"user","content":"x"}"#, chat: nil, time: 1_700_000_000_000_000)
    }
    try await scratch.archive.appending { writer in
      try await writer.append(
        [entry(1, branch: 0), entry(2, branch: 1), entry(3, branch: 0)], to: conversation, expectedLength: 0,
        replacements: 0)
    }
    let span = EntrySpan(conversation: 1, first: 1, last: 3)
    #expect(try await entries([span]).map(\.position) == [1, 3])
    #expect(try await entries([span], allBranches: true).map(\.branch) == [0, 1, 0])
    #expect(try await scratch.archive.envelope(of: 1) == #"{"x":1}"#)
    let record = try #require(try await scratch.archive.conversations(key: "tree").first)
    #expect(record.entries == 3 && record.metadata == #"{"a": 1}"#)
    let error = await #expect(throws: PostgresError.self) {
      try await scratch.archive.appending { writer in
        try await writer.append([entry(1, branch: 0)], to: conversation, expectedLength: 0, replacements: 0)
      }
    }
    #expect(error?.sqlState == Archive.unexpectedLength)
  }

  @Test func `the first append says that it made the conversation, and one of another format is refused`() async throws
  {
    func append(_ format: String) async throws -> Bool {
      try await scratch.archive.appending { writer in
        try await writer.append(
          [],
          to: NewConversation(tenant: "default", key: "empty", format: format, envelope: nil, metadata: nil),
          expectedLength: 0, replacements: 0)
      }
    }
    #expect(try await append("openai"))
    #expect(try await !append("openai"))
    let error = await #expect(throws: PostgresError.self) { try await append("anthropic") }
    #expect(error?.sqlState == Archive.otherFormat)
  }

  @Test func `header blocks are kept once, a tokenizer each`() async throws {
    func block(_ first: Int32, _ last: Int32, _ byte: UInt8) -> StoredHeaderBlock {
      StoredHeaderBlock(
        conversation: 1, first: first, last: last, entries: Int(last - first + 1), format: 1, bytes: [byte])
    }
    try await scratch.archive.keep([block(6, 9, 2), block(1, 5, 1)], tokenizer: "t")
    try await scratch.archive.keep([block(1, 5, 7)], tokenizer: "t")
    try await scratch.archive.keep([block(1, 9, 9)], tokenizer: "other")
    let blocks = try await scratch.archive.headerBlocks(of: [1, 2], tokenizer: "t")
    #expect(blocks.map(\.first) == [1, 6])
    #expect(blocks.map(\.bytes) == [[1], [2]], "what another worker wrote first stays")
  }

  @Test func `a result that was paid for is kept and found again`() async throws {
    let result = ModelResult(
      digest: Array(repeating: 3, count: 32), model: "m", prompt: "facts@1", text: "été", finishReason: "stop",
      inputTokens: 10, cachedTokens: 2, outputTokens: 5, cost: "0.000125")
    try await scratch.archive.keep(result, of: 1, tenant: "acme", run: 4)
    var again = result
    again.text = "another"
    try await scratch.archive.keep(again, of: 1, tenant: "acme", run: 5)
    #expect(try await scratch.archive.modelResults(of: 1, digests: [result.digest, [1]]) == [result])
    #expect(
      try await scratch.archive.modelResults(of: 2, digests: [result.digest]).isEmpty, "it is the conversation's own")
    #expect(try await scratch.archive.conversationsWithResults(among: [1, 2, 3]) == [1])
  }

  @Test func `pins are read by conversation`() async throws {
    try await scratch.pool.query("INSERT INTO compactor.pins (conversation, position) VALUES (1, 3), (1, 5), (2, 1)")
    let pins = try await scratch.archive.pins(of: [1, 3])
    #expect(pins.mapValues { $0.sorted() } == [1: [3, 5]])
  }
}
