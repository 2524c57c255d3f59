import Compaction
import TestSupport
import Testing
import Transcripts

struct HeaderBlockTests {
  @Test func `what is packed is what is unpacked`() throws {
    for seed in 0..<400 {
      var generator = TranscriptGenerator(seed: seed)
      let snapshot = generator.transcript().snapshot
      let decoded = try HeaderBlock.decode(HeaderBlock.encode(snapshot))
      #expect(decoded.headers == snapshot.headers, "seed \(seed)")
      #expect(calls(of: decoded) == calls(of: snapshot), "seed \(seed)")
      #expect(decoded.tokenizer == snapshot.tokenizer)
    }
  }

  @Test func `blocks of one conversation join to one snapshot, wherever they are cut`() throws {
    for seed in 0..<400 {
      var generator = TranscriptGenerator(seed: seed)
      let snapshot = generator.transcript().snapshot
      let count = snapshot.headers.count
      let cuts = [0, Int.random(in: 0...count, using: &generator.random), count]
      let more = cuts + [Int.random(in: 0...count, using: &generator.random)]
      var builder = SnapshotBuilder()
      for (start, end) in zip(more.sorted(), more.sorted().dropFirst()) {
        try builder.append(block: HeaderBlock.encode(snapshot, entries: start..<end))
      }
      #expect(builder.snapshot.headers == snapshot.headers, "seed \(seed)")
      #expect(calls(of: builder.snapshot) == calls(of: snapshot), "seed \(seed)")
      #expect(Set(builder.snapshot.callIDs).count == builder.snapshot.callIDs.count)
      #expect(Groups(of: builder.snapshot).groupOfEntry == Groups(of: snapshot).groupOfEntry)
    }
  }

  @Test func `the largest and the smallest numbers survive`() throws {
    var builder = SnapshotBuilder(tokenizer: "tokenizer@1 über")
    let all = EntryFlags(rawValue: 255)
    let extremes: [(number: Int32, time: Int64)] = [
      (1, .max), (2, .min + 1), (7, 0), (8, EntryHeader.noTime), (.max, -1),
    ]
    for (number, time) in extremes {
      builder.append(
        EntryHeader(
          position: number, message: .max - number, kind: .toolCalls, flags: all, tokens: .max, bytes: 0, time: time),
        calls: [(id: "", tool: ""), (id: nil, tool: nil), (id: "e\u{301}", tool: "é"), (id: "é", tool: "é")])
    }
    #expect(builder.snapshot.callIDs.count == 3)
    #expect(try HeaderBlock.decode(HeaderBlock.encode(builder.snapshot)) == builder.snapshot)
  }

  @Test func `an empty block holds nothing`() throws {
    let empty = Snapshot(tokenizer: "estimate@1")
    #expect(try HeaderBlock.decode(HeaderBlock.encode(empty)) == empty)
  }

  @Test func `a typical entry takes a few bytes`() {
    var generator = TranscriptGenerator(seed: 1, manners: .strict)
    var transcript = generator.transcript()
    while transcript.entries.count < 2_000 { generator.grow(&transcript) }
    let perEntry = Double(HeaderBlock.encode(transcript.snapshot).count) / Double(transcript.entries.count)
    #expect(perEntry < 20)
  }

  // The bytes of a small block are fixed here: what is stored must be readable by every later version.
  @Test func `version 1 is read as it was written`() throws {
    let bytes: [UInt8] = [
      1, 3, 2, 1, 0x74, 1, 1, 0x61, 1, 2, 0x67, 0x6f,  // version, 3 entries, 2 calls, "t", ids ["a"], tools ["go"]
      1, 1, 2,  // positions 1, 2, 4
      2, 2, 2,  // messages 1, 2, 3
      1, 0x13, 0x3C,  // prompt; calls with calls; output with time, calls and a flag
      10, 0x80, 1, 5,  // tokens 10, 128, 5
      40, 50, 60,
      20,  // the time of the last: 10
      1, 1,  // one call each
      1, 1, 2, 0,  // call a of tool go; the same id, no tool
    ]
    let snapshot = try HeaderBlock.decode(bytes)
    #expect(snapshot.headers.map(\.position) == [1, 2, 4])
    #expect(snapshot.headers.map(\.message) == [1, 2, 3])
    #expect(snapshot.headers.map(\.kind) == [.prompt, .toolCalls, .toolOutput])
    #expect(snapshot.headers.map(\.tokens) == [10, 128, 5])
    #expect(snapshot.headers.map(\.bytes) == [40, 50, 60])
    #expect(snapshot.headers.map(\.time) == [EntryHeader.noTime, EntryHeader.noTime, 10])
    #expect(snapshot.headers[2].flags == .pinned)
    #expect(snapshot.calls == [CallReference(id: 0, tool: 0), CallReference(id: 0, tool: -1)])
    #expect(HeaderBlock.encode(snapshot) == bytes)
  }

  static let broken: [([UInt8], HeaderBlock.DecodingError.Problem)] = [
    ([], .truncated),
    ([2], .unknownVersion(2)),
    ([1, 0], .truncated),
    ([1, 0, 0, 1, 0xFF, 0, 0], .stringNotUTF8),
    ([1, 9, 0, 1, 0x74, 0, 0], .countTooLarge(9)),
    ([1, 0, 0, 0, 0, 0, 7], .trailingBytes(1)),
    ([1, 1, 0, 0, 0, 0, 0, 2, 0, 0, 0], .positionNotAscending(0)),
    ([1, 1, 0, 0, 0, 0, 1, 2, 6, 0, 0], .unknownKind(6)),
    ([1, 1, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 2, 0, 0, 0], .positionNotAscending(0xFFFF_FFFF)),
    ([1, 1, 0, 0, 0, 0, 1, 2, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0], .numberTooLarge),
    ([1, 1, 1, 0, 0, 0, 1, 2, 0x10, 0, 0, 1, 2, 0], .indexOutOfRange(0, count: 0)),
    ([1, 1, 1, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0], .unusedCalls(1)),
  ]

  @Test(arguments: broken)
  func `a broken block is refused with what is wrong`(
    _ bytes: [UInt8], _ problem: HeaderBlock.DecodingError.Problem
  ) {
    let error = #expect(throws: HeaderBlock.DecodingError.self) { try HeaderBlock.decode(bytes) }
    #expect(error?.problem == problem)
    #expect(error.map { $0.offset <= bytes.count } ?? false)
  }

  @Test func `no damage to a block is more than an error, and nothing is appended then`() throws {
    var random = SeededGenerator(seed: 11)
    var refused = 0
    for seed in 0..<300 {
      var generator = TranscriptGenerator(seed: seed)
      let bytes = HeaderBlock.encode(generator.transcript().snapshot)
      for _ in 0..<10 {
        var damaged = bytes
        switch Int.random(in: 0..<3, using: &random) {
        case 0: damaged[Int.random(in: damaged.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
        case 1: damaged.removeLast(Int.random(in: 1...damaged.count, using: &random))
        default: damaged.insert(UInt8.random(in: 0...255, using: &random), at: random.pick(Array(0...damaged.count)))
        }
        var builder = SnapshotBuilder(continuing: sketch("U A{1} T(1)"))
        let before = builder.snapshot
        do {
          try builder.append(block: damaged)
          // What is read although damaged can be planned upon.
          _ = Verdict(of: builder.snapshot)
          _ = Groups(of: builder.snapshot)
        } catch {
          refused += 1
          #expect(builder.snapshot == before)
        }
      }
    }
    #expect(refused > 1_000)
  }

  @Test func `a block that another tokenizer counted is refused`() throws {
    var builder = SnapshotBuilder(continuing: Snapshot(tokenizer: "o200k_base"))
    let block = HeaderBlock.encode(sketch("U A"))
    #expect(throws: HeaderBlock.DecodingError.self) { try builder.append(block: block) }
  }

  @Test func `a block that repeats positions is refused`() throws {
    var builder = SnapshotBuilder()
    let block = HeaderBlock.encode(sketch("U A"))
    try builder.append(block: block)
    #expect(throws: HeaderBlock.DecodingError.self) { try builder.append(block: block) }
    #expect(builder.snapshot.headers.count == 2)
  }

  private func calls(of snapshot: Snapshot) -> [[String]] {
    snapshot.calls.map { call in
      [
        call.id < 0 ? "nil" : "id \(snapshot.callIDs[Int(call.id)])",
        call.tool < 0 ? "nil" : "tool \(snapshot.toolNames[Int(call.tool)])",
      ]
    }
  }
}
