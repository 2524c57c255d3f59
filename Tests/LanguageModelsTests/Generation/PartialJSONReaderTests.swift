import LanguageModels
import TestSupport
import Testing
import Transcripts

struct PartialJSONReaderTests {
  @Test(arguments: [
    (#"{"#, "{}"), (#"{"na"#, "{}"), (#"{"name""#, "{}"), (#"{"name":"#, "{}"), (#"{"name":"Bo"#, #"{"name":"Bo"}"#),
    (#"{"name":"Bo","#, #"{"name":"Bo"}"#), (#"["a\"#, #"["a"]"#), (#"["a\u00"#, #"["a"]"#), (#"["a\ud83d"#, #"["a"]"#),
    (#"["a\ud83d\ude42"#, #"["a🙂"]"#), (#"["a\ud83dx"#, "[\"a\u{FFFD}x\"]"), ("[-", "[]"), ("[12", "[12]"),
    ("[1.", "[1]"), ("[1.5e", "[1.5]"), ("[1.5e-", "[1.5]"), ("[0", "[0]"), ("[t", "[true]"), ("[nul", "[null]"),
    ("[1,", "[1]"), ("[1,]", "[1]"), (#"{"a":1,}"#, #"{"a":1}"#), ("[[1,[2", "[[1,[2]]]"), (" \n[] ", "[]"),
    ("[\"a\nb", #"["a\nb"]"#), ("\"\\u0000", "\"\u{FFFD}\""),
  ])
  func `an unfinished text is completed`(text: String, expected: String) throws {
    #expect(try GeneratedContent(json: text).jsonString == expected)
  }

  @Test(arguments: [
    ("", 0), ("  ", 2), ("-", 1), ("}", 0), ("[}", 1), ("{1", 1), ("[1 2", 3), ("[01]", 3), ("[1.]", 3), ("nol", 1),
    (#"["\x"#, 3), (#"["\u00g"#, 6), ("{} {}", 3), (#"{"a" 1"#, 5), ("[+1", 1),
  ])
  func `a text that cannot become JSON is refused where it goes wrong`(text: String, offset: Int) {
    #expect(throws: JSON.ParseError.self) { try GeneratedContent(json: text) }
    do { _ = try GeneratedContent(json: text) } catch { #expect((error as? JSON.ParseError)?.offset == offset) }
  }

  @Test func `a byte that is half a character is held back`() throws {
    var reader = PartialJSONReader()
    try reader.append(contentsOf: Array("[\"a€".utf8).dropLast())
    #expect(reader.content?.jsonString == #"["a"]"#)
    try reader.append(contentsOf: Array("€".utf8).suffix(1))
    #expect(reader.content?.jsonString == #"["a€"]"#)
  }

  @Test func `only the values at the end are unfinished`() throws {
    let content = try GeneratedContent(json: #"{"a":[1,2],"b":[3,"x"#)
    #expect(!content.isComplete)
    #expect(content[property: "a"]?.isComplete == true)
    #expect(content[property: "b"]?.isComplete == false)
    #expect(content[property: "b"]?.elements?.map(\.isComplete) == [true, false])
    let closed = try GeneratedContent(json: #"{"a":"x""#)
    #expect(!closed.isComplete && closed[property: "a"]?.isComplete == true)
  }

  @Test func `nesting is limited, not by the stack`() throws {
    let deep = String(repeating: "[", count: JSON.depthLimit)
    #expect(try !GeneratedContent(json: deep).isComplete)
    #expect(throws: JSON.ParseError.self) { try GeneratedContent(json: deep + "[") }
  }

  // MARK: properties

  /// A reader, as what it makes of a text that comes in pieces: the content after each.
  typealias Reader = ([[UInt8]]) -> [JSON?]

  static func incremental(_ pieces: [[UInt8]]) -> [JSON?] {
    var reader = PartialJSONReader()
    return pieces.map { piece in
      try? reader.append(contentsOf: piece)
      return reader.content?.json
    }
  }

  /// Whether a reader comes to the value that the whole text has, and each content before is a beginning of the next.
  static func holds(_ reader: Reader, seed: Int) -> Bool {
    var generator = JSONGenerator(seed: seed)
    let value = JSON.array([generator.value()])
    let bytes = Array(generator.foreignText(of: value).utf8)
    var pieces: [[UInt8]] = []
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + Int.random(in: 1...5, using: &generator.random))
      pieces.append(Array(bytes[start..<end]))
      start = end
    }
    let contents = reader(pieces)
    return contents.last == .some(.some(value)) && zip(contents, contents.dropFirst()).allSatisfy(begins)
  }

  /// Whether a later content goes on from an earlier one.
  static func begins(_ earlier: JSON?, _ later: JSON?) -> Bool {
    switch (earlier, later) {
    case (nil, _): return true
    case (.string(let a)?, .string(let b)?): return b.utf8.starts(with: a.utf8)
    case (.number(let a)?, .number(let b)?): return b.hasPrefix(a)
    case (.array(let a)?, .array(let b)?):
      return a.count <= b.count && a.dropLast().elementsEqual(b.prefix(max(0, a.count - 1)))
        && (a.isEmpty || begins(a.last, b[a.count - 1]))
    case (.object(let a)?, .object(let b)?):
      return a.count <= b.count && a.dropLast().elementsEqual(b.prefix(max(0, a.count - 1)))
        && (a.isEmpty || a[a.count - 1].key == b[a.count - 1].key && begins(a[a.count - 1].value, b[a.count - 1].value))
    default: return earlier == later
    }
  }

  @Test(arguments: 0..<300)
  func `a text in pieces comes to its value, and never takes anything back`(seed: Int) {
    #expect(Self.holds(Self.incremental, seed: seed))
  }

  @Test func `a reader that shows half escapes fails this property`() {
    /// Closes the text with what is open, without holding back anything.
    func naive(_ pieces: [[UInt8]]) -> [JSON?] {
      var text: [UInt8] = []
      return pieces.map { piece in
        text += piece
        var closing: [UInt8] = []
        var isInString = false
        var isEscaped = false
        for byte in text {
          if isInString {
            if isEscaped {
              isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
              isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
              isInString = false
            }
          } else if byte == UInt8(ascii: "\"") {
            isInString = true
          } else if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") {
            closing.append(byte + 2)
          } else if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") {
            closing.removeLast()
          }
        }
        let end = (isInString ? [UInt8(ascii: "\"")] : []) + closing.reversed()
        return try? JSON(parsing: text + end)
      }
    }
    #expect((0..<300).contains { !Self.holds(naive, seed: $0) })
  }
}
