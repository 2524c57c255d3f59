import Testing
import TranscriptFormats
import Transcripts

struct ReadingTests {
  static let pieces = [1, 2, 7, 64, Int.max]

  @Test(arguments: pieces)
  func `lines are cut wherever the pieces end`(pieceSize: Int) throws {
    let text =
      "\u{FEFF}{\"id\":\"a\",\"messages\":[]}\r\n\n  \n[{\"role\":\"user\",\"content\":\"é🙂\"}]\n{\"id\":\"b\",\"messages\":[]}"
    let file = try ImportedFile(text, format: .openai, pieceSize: pieceSize)
    #expect(file.broken == [])
    #expect(file.conversations.map(\.key) == ["a", nil, "b"])
    #expect(file.conversations.map(\.place.line) == [1, 4, 5])
    #expect(file.conversations.map(\.place.conversation) == [1, 2, 3])
    #expect(file.conversations[1].messages.map(\.original) == [#"{"role":"user","content":"é🙂"}"#])
  }

  @Test(arguments: pieces)
  func `a broken line is reported with its place, and the next one is read`(pieceSize: Int) throws {
    let text = """
      {"messages":[]}
      {"messages":[}
      {"messages":{}}
      7
      {"messages":[]}
      {"messages":[
      """
    let file = try ImportedFile(text, format: .openai, pieceSize: pieceSize)
    #expect(file.conversations.map(\.place.line) == [1, 5])
    #expect(
      file.broken.map(\.description) == [
        "conversation 2, line 2, byte 29: found `}`, expected a value",
        "conversation 3, line 3, byte 31: found an object without an array `messages`, expected an object with `messages`, or an array of messages",
        "conversation 4, line 4, byte 47: found number, expected an object with `messages`, or an array of messages",
        "conversation 6, line 6, byte 78: found the end of the text, expected a value",
      ])
  }

  @Test(arguments: pieces)
  func `a line that is too long is passed over and reported`(pieceSize: Int) throws {
    let text =
      "{\"id\":\"a\",\"messages\":[]}\n" + String(repeating: "x", count: 500) + "\n{\"id\":\"b\",\"messages\":[]}\n"
    let file = try ImportedFile(text, format: .openai, pieceSize: pieceSize, lengthLimit: 100)
    #expect(file.conversations.map(\.key) == ["a", "b"])
    #expect(
      file.broken.map(\.description) == [
        "conversation 2, line 2, byte 25: found a line of 501 bytes, expected at most 100"
      ])
  }

  @Test(arguments: pieces)
  func `elements are cut by brackets and quotes, however they are broken inside`(pieceSize: Int) throws {
    let text = """
       [ {"id":"a]}\\"","mapping":{}} ,
      {"id":"b","mapping":{,}},
      {"id":"c"} , 12, "x]"
      ,{"id":"d","mapping":{}}]

      """
    let file = try ImportedFile(text, format: .chatgpt, pieceSize: pieceSize)
    #expect(file.conversations.map(\.key) == ["a]}\"", "d"])
    #expect(
      file.broken.map(\.description) == [
        "conversation 2, line 2, byte 54: found `,`, expected a key in quotes",
        "conversation 3, line 3, byte 59: found an object without an object `mapping`, expected a conversation with `mapping`",
        "conversation 4, line 3, byte 72: found number, expected a conversation with `mapping`",
        "conversation 5, line 3, byte 76: found string, expected a conversation with `mapping`",
      ])
  }

  @Test(arguments: [
    ("[{\"mapping\":{}}", 1, ["conversation 1, line 1, byte 15: found the end of the file, expected `]`"]),
    (
      "[{\"mapping\":{}} {\"mapping\":{}}]", 2,
      ["conversation 1, line 1, byte 16: found `{`, expected `,` or `]`"]
    ),
    ("[,{\"mapping\":{}}]", 1, ["conversation 1, line 1, byte 1: found `,`, expected a conversation"]),
    ("[{\"mapping\":{}}]\n x", 1, ["conversation 1, line 2, byte 18: found `x`, expected the end of the file"]),
    ("{\"mapping\":{}}", 0, ["conversation 1, line 1, byte 0: found `{`, expected `[`"]),
    (
      "[{\"mapping\":{", 0,
      [
        "conversation 1, line 1, byte 13: found the end of the text, expected a key in quotes",
        "conversation 1, line 1, byte 13: found the end of the file, expected `]`",
      ]
    ),
    ("[]", 0, []), ("", 0, []), (" [ ] ", 0, []),
  ])
  func `what is wrong around elements is reported`(text: String, conversations: Int, problems: [String]) throws {
    for pieceSize in Self.pieces {
      let file = try ImportedFile(text, format: .chatgpt, pieceSize: pieceSize)
      #expect(file.conversations.count == conversations)
      #expect(file.broken.map(\.description) == problems)
    }
  }

  @Test(arguments: pieces)
  func `transcripts may follow one another, on one line or many`(pieceSize: Int) throws {
    let one = Transcript(entries: []).json.text
    let text = "\u{FEFF}" + one + one + "\n" + one.replacing(",", with: "\n,\n") + "  " + one
    let file = try ImportedFile(text, format: .apple, pieceSize: pieceSize)
    #expect(file.conversations.count == 4)
    #expect(file.broken == [])
    let broken = try ImportedFile(one + "{}" + one, format: .apple, pieceSize: pieceSize)
    #expect(broken.conversations.count == 2)
    #expect(broken.broken.map(\.found) == ["an object without `transcript.entries`"])
  }

  /// Counts the pieces that were asked for.
  final class Counter { var count = 0 }

  struct EndlessLines: ByteSource {
    let counter: Counter
    func next() -> [UInt8]? {
      counter.count += 1
      return Array("{\"messages\":[]}\n".utf8)
    }
  }

  @Test func `no more is read than the conversation at hand needs`() throws {
    let counter = Counter()
    var reader = try TranscriptReader(EndlessLines(counter: counter), format: .openai)
    for read in 1...3 {
      _ = try reader.next()
      #expect(counter.count == read)
    }
    #expect(reader.bytesRead == 48)
  }

  struct Failing: ByteSource {
    struct Gone: Error {}
    func next() throws -> [UInt8]? { throw Gone() }
  }

  @Test func `an error of the source is thrown as it is`() throws {
    #expect(throws: Failing.Gone.self) { try TranscriptReader(Failing(), format: nil) }
    var reader = try TranscriptReader(Failing(), format: .chatgpt)
    #expect(throws: Failing.Gone.self) { try reader.next() }
  }

  @Test func `names, tenant, metadata, times and replacements are taken from the line`() throws {
    let text = """
      {"id":"i","key":"","conversation":7,"tenant":"t","metadata":{"a":1.0},"messages":[{"role":"user","content":"\\u0000","created_at":"2025-01-01T00:00:00Z"}]}
      {"id":"i","key":"k\\ud83d","metadata":{},"messages":[]}
      """
    let file = try ImportedFile(text, format: nil)
    #expect(file.conversations.map(\.key) == ["7", "k\u{FFFD}"])
    #expect(file.conversations.map(\.tenant) == ["t", nil])
    #expect(file.conversations.map(\.metadata) == [["a": .number("1.0")], [:]])
    #expect(file.conversations.map(\.replacements) == [1, 1])
    #expect(file.conversations[0].messages[0].time == 1_735_689_600_000_000)
    #expect(file.conversations[0].messages[0].original.contains(#""content":"\ufffd""#))
  }
}
