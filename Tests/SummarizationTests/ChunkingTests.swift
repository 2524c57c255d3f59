import TestSupport
import Testing
import Tokenization
import Transcripts

@testable import Summarization

private func chunks(
  _ entries: [SourceEntry], limit: Int, reserved: Int = 0, leastBehindSummary: Int = .max
) -> [Chunk] {
  var renderer = EntryRenderer(attachments: AttachmentLabels(digest: digest))
  var chunker = Chunker(
    tokenizer: tokenizer, limit: limit, reservedInFirst: reserved, leastBehindSummary: leastBehindSummary)
  var chunks: [Chunk] = []
  for entry in entries {
    chunks += chunker.add(
      renderer.render(entry), mayBeginChunk: entry.mayBeginChunk, followsSummary: entry.followsSummary)
  }
  return chunks + chunker.finish()
}

/// The chunks of each of several rounds, in which a conversation grows by so many turns each.
private func rounds(_ growth: [Int], limit: Int, least: Int) -> [[Chunk]] {
  growth.indices.map { round in
    var entries = conversation(turns: growth[...round].reduce(0, +))
    for end in growth[..<round].indices { entries[growth[...end].reduce(0, +) * 4].followsSummary = true }
    return chunks(entries, limit: limit, leastBehindSummary: least)
  }
}

/// What goes wrong elsewhere: only the newest that fits reaches the model.
private func newestOnly(_ entries: [SourceEntry], limit: Int) -> [Chunk] {
  Array(chunks(entries, limit: limit).suffix(1))
}

/// Whether every turn of ``conversation(turns:)`` stands in some chunk.
private func coversAll(_ chunks: [Chunk], turns: Int) -> Bool {
  let text = chunks.map(\.text).joined(separator: "\n")
  return (0..<turns).allSatisfy { turn in
    text.contains("look up order \(10_000 + turn),") && text.contains(#"{"order":\#(10_000 + turn),"#)
      && text.contains("Order \(10_000 + turn) was shipped")
  }
}

@Suite struct ChunkingTests {
  @Test(arguments: [64, 100, 256, 1_000, 100_000])
  func `every entry is in some chunk, and no chunk is too long`(_ limit: Int) {
    let chunks = chunks(conversation(turns: 40), limit: limit)
    #expect(coversAll(chunks, turns: 40))
    #expect(chunks.allSatisfy { $0.tokens <= limit && tokenizer.count($0.text) <= limit && !$0.text.isEmpty })
  }

  @Test func `the newest that fits would not cover all`() {
    #expect(!coversAll(newestOnly(conversation(turns: 40), limit: 256), turns: 40))
  }

  @Test func `a chunk ends where a group ends`() {
    for chunk in chunks(conversation(turns: 40), limit: 100) {
      #expect(!chunk.text.hasPrefix("Result of"))
    }
  }

  @Test(arguments: [64, 256, 1_000])
  func `all chunks but the last stay as the conversation grows`(_ limit: Int) {
    for turns in [5, 17, 39] {
      let before = chunks(conversation(turns: turns), limit: limit)
      let after = chunks(conversation(turns: turns + 20), limit: limit)
      #expect(after.starts(with: before.dropLast()))
    }
  }

  /// Rounds after which a chunk that was large enough to be kept is made in another way.
  private func lost(least: Int) -> Int {
    var lost = 0
    for seed in 1...60 {
      var random = SeededGenerator(seed: seed)
      let growth = (0..<5).map { _ in Int.random(in: 1...12, using: &random) }
      let rounds = rounds(growth, limit: 600, least: least)
      for (before, after) in zip(rounds, rounds.dropFirst()) {
        let kept = before.filter { $0.tokens >= 120 }
        if !after.starts(with: kept) { lost += 1 }
      }
      if !coversAll(rounds[4], turns: growth.reduce(0, +)) { lost += 100 }
    }
    return lost
  }

  @Test func `every chunk of an earlier round that is worth it stays, the last one as well, and all is covered`() {
    #expect(lost(least: 120) == 0)
  }

  @Test func `chunks that do not end where a summary did would be bought again`() {
    #expect(lost(least: .max) > 20)
  }

  @Test func `chunks that are cut from the end would not stay`() {
    func fromEnd(_ turns: Int) -> [Chunk] { chunks(conversation(turns: turns).reversed(), limit: 256).reversed() }
    #expect(!fromEnd(59).starts(with: fromEnd(39).dropLast()))
  }

  @Test(arguments: ["plain words ", "x", "中", "👩‍👩‍👧‍👦", "🇩🇪", "e\u{301}", "<summary>\n", "line\n"])
  func `an entry that is too long is cut between characters, and all of it is there`(_ piece: String) {
    let text = String(repeating: piece, count: 3_000)
    let chunks = chunks([prompt("first"), prompt(text), prompt("last")], limit: 300)
    #expect(chunks.count > 2)
    #expect(chunks.allSatisfy { $0.tokens <= 300 && tokenizer.count($0.text) <= 300 })
    let parts = chunks.map(\.text).joined(separator: "\n").split(separator: "\n", omittingEmptySubsequences: false)
    let joined = parts.map { line in
      line.hasPrefix("User (continued): ") ? line.dropFirst(18) : line.hasPrefix("User: ") ? line.dropFirst(6) : line
    }.joined()
    let whole = "first" + Delimiters.escaped(text, indent: Delimiters.indent) + "last"
    #expect(joined == whole.filter { !$0.isNewline })
  }

  @Test func `a character of thousands of scalars ends nothing`() {
    let text = "a" + String(repeating: "\u{301}", count: 20_000)
    let parts = TextSplitter(tokenizer: tokenizer, limit: 100).split(text)
    #expect(parts.count > 1)
    #expect(parts.joined().utf8.elementsEqual(text.utf8))
  }

  @Test func `the first chunk leaves room for what goes with it`() {
    let chunks = chunks(conversation(turns: 40), limit: 400, reserved: 200)
    #expect(chunks[0].tokens <= 200)
    #expect(chunks[1].tokens > 200)
  }

  @Test func `no entry gives no chunk`() {
    #expect(chunks([], limit: 100).isEmpty)
  }
}

@Suite struct CharacterCutTests {
  @Test(arguments: ["a", "é", "e\u{301}", "中", "👩‍👩‍👧‍👦", "🇩🇪", "\r\n", "क्षि", "a\u{301}\u{301}b"])
  func `a cut at any byte parts no character`(_ piece: String) {
    let text = "x" + String(repeating: piece, count: 60)
    for bytes in 1..<text.utf8.count {
      let part = CharacterCut.prefix(of: text[...], bytes: bytes)
      #expect(text.indices.contains(part.endIndex) || part.endIndex == text.endIndex)
      #expect(part.utf8.count <= bytes)
      let next = part.endIndex == text.endIndex ? 0 : String(text[part.endIndex]).utf8.count
      #expect(part.utf8.count + next > bytes, "\(piece) at \(bytes)")
    }
  }

  @Test func `the first character is taken whole where it is longer than asked`() {
    #expect(CharacterCut.prefix(of: "👩‍👩‍👧‍👦x", bytes: 3) == "👩‍👩‍👧‍👦")
    #expect(CharacterCut.prefix(of: "ab", bytes: 5) == "ab")
  }
}
