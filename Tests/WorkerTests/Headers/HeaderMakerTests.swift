import Compaction
import Foundation
import Testing
import Tokenization
import TranscriptFormats
import Transcripts

@testable import Storage
@testable import Worker

/// Headers made of stored rows say what `Tests/Fixtures/openai-entries.json` and the formats' drafts say.
@Suite struct HeaderMakerTests {
  static let tokenizer = EstimatingTokenizer()

  static func vectors() throws -> [JSON] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Fixtures/openai-entries.json")
    return try JSON(parsing: Array(try Data(contentsOf: file.standardized))).array ?? []
  }

  @Test func `every vector of the rule becomes the headers it names`() throws {
    let vectors = try Self.vectors()
    #expect(vectors.count > 30)
    var table = StoredTable()
    for vector in vectors {
      let expected = vector["entries"]!.array!
      table.addMessage(
        original: vector["message"]!.text,
        expected.map { entry in
          (EntryKind(name: entry["kind"]!.string!)!, entry["opaque"] == true, entry["ill_formed"] == true, nil)
        })
    }
    let snapshot = try table.snapshot()
    var headers = snapshot.headers[...]
    for vector in vectors {
      let name = Comment(rawValue: vector["name"]!.string!)
      for expected in vector["entries"]!.array! {
        let first = headers.popFirst()
        let header = try #require(first, name)
        #expect(header.kind.name == expected["kind"]!.string!, name)
        #expect(header.flags == flags(of: expected), name)
        #expect(Int(header.tokens) == tokens(of: expected), name)
        let calls = snapshot.calls(of: header).map { call in
          [
            call.id < 0 ? nil : snapshot.callIDs[Int(call.id)],
            call.tool < 0 ? nil : snapshot.toolNames[Int(call.tool)],
          ]
        }
        #expect(calls == (expected["calls"]?.array ?? []).map { [$0["id"]?.string, $0["tool"]?.string] }, name)
      }
    }
    #expect(headers.isEmpty)
  }

  private func flags(of expected: JSON) -> EntryFlags {
    var flags: EntryFlags = []
    if expected["attachments"]?.int ?? 0 > 0 { flags.insert(.attachment) }
    if expected["blank"] == true { flags.insert(.blank) }
    if expected["opaque"] == true { flags.insert(.opaque) }
    if expected["ill_formed"] == true { flags.insert(.illFormed) }
    return flags
  }

  private func tokens(of expected: JSON) -> Int {
    let kind = EntryKind(name: expected["kind"]!.string!)!
    let calls = expected["calls"]?.array ?? []
    return Self.tokenizer.entryTokens(
      kind: kind, contents: expected["contents"]!.array!.map { $0.string! },
      calls: kind == .toolCalls
        ? calls.map { CountedCall(name: $0["tool"]?.string ?? "", arguments: $0["arguments"]?.string ?? "") } : [],
      toolName: kind == .toolOutput ? calls.first?["tool"]?.string : nil,
      attachments: expected["attachments"]?.int ?? 0)
  }

  @Test func `entries that came one by one make the same headers as entries that came together`() throws {
    var table = StoredTable()
    for vector in try Self.vectors() {
      table.addMessage(
        original: vector["message"]!.text,
        vector["entries"]!.array!.map { (EntryKind(name: $0["kind"]!.string!)!, false, false, nil) })
    }
    let whole = try table.snapshot()
    var snapshot = Snapshot(tokenizer: Self.tokenizer.name)
    var start = 0
    // A look ends where a message ends: appends are whole.
    for end in table.rows.indices.map({ $0 + 1 }) where end == table.rows.count || table.rows[end].part == 0 {
      var maker = HeaderMaker(tokenizer: Self.tokenizer, continuing: snapshot)
      for row in table.rows[start..<end] { try maker.add(row) }
      snapshot = maker.builder.snapshot
      start = end
    }
    #expect(snapshot == whole)
  }

  @Test func `an erased entry has a header that costs nothing much and stays whole`() throws {
    var table = StoredTable()
    table.addMessage(original: #"{"role":"user","content":"a secret"}"#, [(.prompt, false, false, nil)])
    table.rows[0].original = nil
    table.rows[0].isErased = true
    let header = try #require(try table.snapshot().headers.first)
    #expect(header.flags == [.blank, .opaque])
    #expect(Int(header.tokens) == Self.tokenizer.entryTokens(kind: .prompt, contents: [String]()))
  }

  @Test func `a row that does not fit says where and what`() throws {
    var orphan = StoredTable()
    orphan.addMessage(
      original: #"{"role":"assistant","content":"a","tool_calls":[{"id":"1"}]}"#,
      [(.response, false, false, nil), (.toolCalls, false, true, nil)])
    orphan.rows.removeFirst()
    #expect(
      throws: DamagedRow(
        conversation: 7, what: "position 2: found part 1 of message 1, expected its part 0 before it")
    ) { try orphan.snapshot() }

    var wrong = StoredTable()
    wrong.addMessage(original: #"{"role":"user","content":"a"}"#, [(.response, false, false, nil)])
    #expect(
      throws: DamagedRow(
        conversation: 7, what: "position 1: found response as part 0 of a message whose entries are prompt")
    ) { try wrong.snapshot() }

    var broken = StoredTable()
    broken.addMessage(original: "{", [(.prompt, false, false, nil)])
    #expect(throws: DamagedRow(conversation: 7, what: "position 1: found no JSON")) { try broken.snapshot() }
  }
}

/// Rows of `compactor.entries` of one conversation, as an append or an import would write them.
struct StoredTable {
  var rows: [StoredEntry] = []
  private var message: Int32 = 0

  mutating func addMessage(
    original: String, _ entries: [(kind: EntryKind, isOpaque: Bool, isIllFormed: Bool, chat: String?)]
  ) {
    message += 1
    for (part, entry) in entries.enumerated() {
      rows.append(
        StoredEntry(
          conversation: 7, position: Int32(rows.count + 1), message: message, part: part, parts: entries.count,
          kind: entry.kind, isOpaque: entry.isOpaque, isIllFormed: entry.isIllFormed,
          bytes: Int32((part == 0 ? original.utf8.count : 0) + (entry.chat?.utf8.count ?? 0)), time: nil, appendedAt: 5,
          original: part == 0 ? Array(original.utf8) : nil, chat: entry.chat.map { Array($0.utf8) }, isErased: false,
          branch: 0))
    }
  }

  func snapshot() throws -> Snapshot {
    var maker = HeaderMaker(
      tokenizer: HeaderMakerTests.tokenizer, continuing: Snapshot(tokenizer: HeaderMakerTests.tokenizer.name))
    for row in rows { try maker.add(row) }
    return maker.builder.snapshot
  }
}
