import Compaction
import TestSupport
import Testing
import Tokenization
import TranscriptFormats
import Transcripts

@testable import Worker

/// What the importers' drafts say of an entry, its header says when it is made from the stored row.
@Suite struct ForeignHeaderTests {
  enum Kind: CaseIterable { case openai, anthropic, apple, chatgpt }

  private func draft(_ kind: Kind, seed: Int) throws -> ConversationDraft? {
    var foreign = ForeignChatGenerator(seed: seed)
    let (format, text): (TranscriptFormat, String) =
      switch kind {
      case .openai:
        (.openai, JSON.object([.init("messages", .array(ChatGenerator.messages(seed: seed)))]).text)
      case .anthropic: (.anthropic, foreign.anthropic().text)
      case .apple: (.apple, foreign.apple().text)
      case .chatgpt: (.chatgpt, JSON.array([foreign.chatGPT()]).text)
      }
    var reader = try TranscriptReader(MemorySource(text), format: format)
    while let item = try reader.next() {
      if case .conversation(let draft) = item { return draft }
    }
    return nil
  }

  @Test(arguments: Kind.allCases)
  func `headers say what drafts say`(kind: Kind) throws {
    let tokenizer = HeaderMakerTests.tokenizer
    var seen = 0
    for seed in 0..<120 {
      guard let draft = try draft(kind, seed: seed) else { continue }
      var table = StoredTable()
      var drafts: [EntryDraft] = []
      for message in draft.messages {
        drafts += message.entries
        table.addMessage(
          original: message.original,
          message.entries.map { entry in
            (entry.kind, entry.traits.contains(.opaque), entry.traits.contains(.illFormed), entry.chat)
          })
      }
      let snapshot = try table.snapshot()
      try #require(snapshot.headers.count == drafts.count)
      for (header, entry) in zip(snapshot.headers, drafts) {
        seen += 1
        #expect(header.kind == entry.kind, "seed \(seed)")
        #expect(
          header.flags == EntryFlags(rawValue: entry.traits.rawValue), "seed \(seed), position \(header.position)")
        #expect(
          snapshot.calls(of: header).map { $0.id < 0 ? nil : snapshot.callIDs[Int($0.id)] } == entry.calls.map(\.id),
          "seed \(seed)")
        let tokens = tokenizer.entryTokens(
          kind: entry.kind, contents: entry.contents,
          calls: entry.kind == .toolCalls
            ? entry.calls.map { CountedCall(name: $0.tool ?? "", arguments: $0.arguments ?? "") } : [],
          toolName: entry.kind == .toolOutput ? entry.calls.first?.tool : nil, attachments: entry.attachments)
        #expect(Int(header.tokens) == tokens, "seed \(seed), position \(header.position)")
      }
    }
    #expect(seen > 150)
  }
}

extension ChatGenerator {
  fileprivate static func messages(seed: Int) -> [JSON] {
    var generator = ChatGenerator(seed: seed)
    return generator.messages().filter { $0.object != nil }
  }
}

/// The bytes of a text in one piece.
private struct MemorySource: ByteSource {
  private var bytes: [UInt8]?

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func next() -> [UInt8]? {
    defer { bytes = nil }
    return bytes
  }
}
