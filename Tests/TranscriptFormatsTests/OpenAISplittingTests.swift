import Foundation
import Testing
import TranscriptFormats
import Transcripts

/// `Tests/Fixtures/openai-entries.json`: messages with their entries, as every implementation of the rule must find them.
struct OpenAISplittingTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    var message: RawJSON
    var entries: [EntryDraft]
    var testDescription: String { name }
  }

  static func cases() throws -> [Case] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/openai-entries.json")
    return try RawJSON(Array(Data(contentsOf: file))[...]).elements.map { vector in
      let expected = vector["entries"]!.value.array!
      return Case(
        name: vector["name"]!.string!, message: vector["message"]!,
        entries: expected.enumerated().map { entry($0.element, part: $0.offset, parts: expected.count) })
    }
  }

  static func entry(_ vector: JSON, part: Int, parts: Int) -> EntryDraft {
    let attachments = vector["attachments"]?.int ?? 0
    var traits: EntryTraits = attachments > 0 ? .attachment : []
    for (key, trait) in [("blank", EntryTraits.blank), ("opaque", .opaque), ("ill_formed", .illFormed)]
    where vector[key] == true { traits.insert(trait) }
    let calls = vector["calls"]?.array ?? []
    return EntryDraft(
      kind: EntryKind(name: vector["kind"]!.string!)!, part: part, parts: parts,
      calls: calls.map {
        CallDraft(id: $0["id"]?.string, tool: $0["tool"]?.string, arguments: $0["arguments"]?.string)
      },
      traits: traits, contents: vector["contents"]!.array!.map { $0.string! }, attachments: attachments)
  }

  @Test(arguments: try cases())
  func `a message is split by the rule`(vector: Case) {
    #expect(OpenAIChat.entries(of: vector.message) == vector.entries)
  }

  @Test func `the vectors meet every kind, every trait and every number of parts`() throws {
    let entries = try Self.cases().flatMap(\.entries)
    #expect(Set(entries.map(\.kind)) == Set(EntryKind.allCases))
    #expect(
      entries.reduce(into: EntryTraits()) { $0.formUnion($1.traits) } == [.attachment, .blank, .opaque, .illFormed])
    #expect(Set(entries.map(\.parts)) == [1, 2, 3])
  }

  @Test(arguments: try cases())
  func `a part alone splits into that entry`(vector: Case) throws {
    for (part, expected) in vector.entries.enumerated() {
      let alone = try RawJSON(OpenAIChat.message(ofPart: part, of: vector.message).text)
      var entry = expected
      (entry.part, entry.parts) = (0, 1)
      #expect(OpenAIChat.entries(of: alone) == [entry])
    }
  }

  @Test(arguments: try cases())
  func `parts put together are the message again`(vector: Case) throws {
    let parts = vector.entries.indices.map { OpenAIChat.message(ofPart: $0, of: vector.message) }
    let joined = OpenAIChat.join(parts)
    #expect(joined.count == 1)
    func members(_ json: JSON) -> Set<JSON.Member> { Set(json.object ?? []).filter { !$0.value.isNull } }
    #expect(members(joined[0]) == members(vector.message.value))
  }
}
