import TestSupport
import Testing
import TranscriptFormats
import Transcripts

/// Files that were damaged on the way.
struct DamageTests {
  /// The bytes with some of them changed, left out or doubled.
  static func damaged(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
      let index = Int.random(in: bytes.indices, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes.remove(at: index)
      case 1: bytes.insert(bytes[index], at: index)
      case 2: bytes[index] = random.pick(Array("{}[]\",:\\0 eu".utf8) + [0x00, 0xED, 0xFF])
      default: bytes.removeSubrange(index...)
      }
    }
    return bytes
  }

  @Test(arguments: TranscriptFormat.allCases, 0..<40)
  func `whatever a file holds, it is read to its end and what was read can be written`(
    format: TranscriptFormat, seed: Int
  ) throws {
    var random = SeededGenerator(seed: seed)
    let bytes = Self.damaged(RoundTripTests.file(format, seed: seed), &random)
    let file = try ImportedFile(bytes, format: format, pieceSize: 64)
    for message in file.conversations.flatMap(\.messages) { #expect(!message.entries.isEmpty) }
    let again = try ImportedFile(file.exported(format), format: format)
    #expect(again.broken == [])
    #expect(
      again.conversations.map { $0.messages.map(\.original).map(tokens) }
        == file.conversations.map { $0.messages.map(\.original).map(tokens) })
    _ = TranscriptFormat(detectedIn: bytes[...])
  }

  @Test(arguments: [TranscriptFormat.openai, .anthropic], 0..<40)
  func `a damaged line takes no other with it`(format: TranscriptFormat, seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let lines = RoundTripTests.file(format, seed: seed).split(separator: UInt8(ascii: "\n")).map { Array($0) }
    let damaged = Self.damaged(lines[0], &random).filter { $0 != UInt8(ascii: "\n") } + [UInt8(ascii: "x")]
    let newline = [UInt8(ascii: "\n")]
    let file = try ImportedFile(Array([lines[0], damaged, lines[1]].joined(separator: newline)), format: format)
    #expect(file.conversations.map(\.place.line) == [1, 3])
    #expect(file.broken.map(\.place.line) == [2])
    let whole = try ImportedFile(Array(lines.joined(separator: newline)), format: format)
    #expect(file.conversations.map { Array($0.messages) } == whole.conversations.map { Array($0.messages) })
  }
}
