import Foundation
import TestSupport
import Testing
import TranscriptFormats
import Transcripts

/// Exporting what was imported, on random conversations. An implementation is the file that it makes of a file.
struct RoundTripTests {
  static let seeds = 0..<40

  /// A file of two conversations as some other program would write it, with NULs and lone surrogates in its strings.
  static func file(_ format: TranscriptFormat, seed: Int) -> [UInt8] {
    var texts: [String] = []
    for part in 0..<2 {
      var json = JSONGenerator(seed: seed &* 3 &+ part)
      json.damagesStrings = true
      var foreign = ForeignChatGenerator(seed: seed &* 3 &+ part)
      let value: JSON =
        switch format {
        case .openai: openAI(seed: seed &* 3 &+ part)
        case .anthropic: foreign.anthropic()
        case .apple: foreign.apple()
        case .chatgpt: foreign.chatGPT()
        }
      let text = json.foreignText(of: value)
      texts.append(format == .openai || format == .anthropic ? text.filter { !$0.isNewline } : text)
    }
    return Array((format == .chatgpt ? "[" + texts.joined(separator: ",") + "]" : texts.joined(separator: "\n")).utf8)
  }

  private static func openAI(seed: Int) -> JSON {
    var chat = ChatGenerator(seed: seed)
    let messages = JSON.array(chat.messages())
    if chat.json.random.once(in: 4) { return messages }
    let around = chat.json.members(depth: 3) + [JSON.Member("messages", messages)]
    return .object(around.shuffled(using: &chat.json.random) + [JSON.Member("id", .string("c\(seed)"))])
  }

  /// Whether the tokens come out as they went in, but for what cannot be stored.
  static func holds(_ rewrite: ([UInt8]) throws -> [UInt8], _ format: TranscriptFormat, seed: Int) -> Bool {
    let file = file(format, seed: seed)
    guard let output = try? rewrite(file) else { return false }
    return tokens(output) == tokens(JSON.sanitize(file).bytes)
  }

  @Test(arguments: TranscriptFormat.allCases, seeds)
  func `exporting what was imported gives the same JSON`(format: TranscriptFormat, seed: Int) {
    #expect(Self.holds({ try ImportedFile($0, format: format, pieceSize: 7).exported(format) }, format, seed: seed))
  }

  @Test(arguments: TranscriptFormat.allCases, seeds)
  func `every message has entries, and each says in its chat form what it is`(
    format: TranscriptFormat, seed: Int
  ) throws {
    let file = try ImportedFile(Self.file(format, seed: seed), format: format)
    #expect(file.broken == [])
    for message in file.conversations.flatMap(\.messages) {
      #expect(!message.entries.isEmpty)
      #expect(message.entries.map(\.part) == Array(0..<message.entries.count))
      #expect(message.entries.allSatisfy { $0.parts == message.entries.count })
      guard format != .openai else { continue }
      for entry in message.entries {
        let alone = OpenAIChat.entries(of: try RawJSON(try #require(entry.chat)))
        #expect(alone.map(\.kind) == [entry.kind])
        #expect(alone[0].calls == entry.calls && alone[0].contents == entry.contents)
        #expect(entry.traits.isSuperset(of: alone[0].traits))
      }
    }
  }

  @Test(arguments: TranscriptFormat.allCases)
  func `a rewrite by way of dictionaries fails this property`(format: TranscriptFormat) {
    func rewrite(_ file: [UInt8]) throws -> [UInt8] {
      let lines = format == .chatgpt ? [file[...]] : file.split(separator: UInt8(ascii: "\n"))
      return try lines.flatMap { line in
        let value = try JSONSerialization.jsonObject(with: Data(line))
        return try JSONSerialization.data(withJSONObject: value, options: [.withoutEscapingSlashes, .fragmentsAllowed])
      }
    }
    #expect(Self.seeds.contains { !Self.holds(rewrite, format, seed: $0) })
  }

  @Test(arguments: TranscriptFormat.allCases)
  func `an export of the chat forms fails this property`(format: TranscriptFormat) {
    func rewrite(_ file: [UInt8]) throws -> [UInt8] {
      var writer = TranscriptWriter(format)
      return try ImportedFile(file, format: format).conversations.flatMap { conversation in
        let chat = conversation.messages.flatMap(\.entries).compactMap { $0.chat.flatMap { try? JSON(parsing: $0) } }
        return writer.add(
          conversation: try History.text(
            format, envelope: conversation.envelope, key: "", messages: chat.map { .chat($0) }))
      } + writer.finish()
    }
    #expect(Self.seeds.contains { !Self.holds(rewrite, format, seed: $0) })
  }
}

@Suite(.enabled(if: TestData.folder != nil, Comment(rawValue: TestData.isMissing)))
struct RealFileTests {
  @Test(
    arguments: RealFiles.transcripts.map { ($0, TranscriptFormat.openai) } + [
      ("exports/apple-test_transcript.json", .apple), ("exports/apple-test_transcript_full.json", .apple),
      ("exports/chatgpt-export.json", .chatgpt), ("exports/chatgpt-tree.json", .chatgpt),
    ])
  func `a real file is recognised, imported whole and exported the same`(
    name: String, format: TranscriptFormat
  ) throws {
    let bytes = try RealFiles.bytes(name)
    let reader = try TranscriptReader(MemorySource(bytes, pieceSize: 4_096), format: nil)
    #expect(reader.format == format)
    let file = try ImportedFile(bytes, format: nil, pieceSize: 65_536)
    #expect(file.broken == [])
    #expect(tokens(try file.exported(format)) == tokens(bytes))
    // None of them holds anything that is not understood.
    let traits = file.conversations.flatMap(\.messages).flatMap(\.entries).map(\.traits)
    #expect(!traits.contains { $0.contains(.opaque) })
  }
}
