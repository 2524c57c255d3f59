import Testing
import Transcripts

struct JSONParsingTests {
  @Test(
    arguments: [
      ("null", JSON.null), (" true ", true), ("false", false), ("-0", .number("-0")), ("1e400", .number("1e400")),
      (#""""#, ""), (#""\ud83d\ude42\n\/""#, "🙂\n/"), ("[]", []), ("[ 1 , [] ]", [.number("1"), []]), ("{}", [:]),
      (#"{"b":1,"a":{},"b":null}"#, ["b": .number("1"), "a": [:], "b": nil]),
      ("\u{FEFF}\r\n[\"\u{7F}\u{2028}é漢🙂\"]", ["\u{7F}\u{2028}é漢🙂"]),
    ] as [(String, JSON)])
  func `a text parses to its value`(text: String, value: JSON) throws {
    #expect(try JSON(parsing: text) == value)
    #expect(try RawJSON(text).value == value)
  }

  @Test(arguments: [
    ("", 0, "the end of the text", "a value"), ("[1,]", 3, "`]`", "a value"), ("[1 2]", 3, "`2`", "`,` or `]`"),
    (#"{"a" 1}"#, 5, "`1`", "`:`"), ("{a:1}", 1, "`a`", "a key in quotes"),
    (#"{"a":1,}"#, 7, "`}`", "a key in quotes"), ("[1}", 2, "`}`", "`,` or `]`"), ("nul", 0, "`n`", "a value"),
    ("NaN", 0, "`N`", "a value"), ("01", 1, "`1`", "the end of the text"), ("1.", 2, "the end of the text", "a digit"),
    ("-", 1, "the end of the text", "a digit"), ("1e+", 3, "the end of the text", "a digit"),
    ("\"a", 2, "the end of the text", "`\"`"), ("\"a\nb\"", 2, "byte 0x0A", "control characters to be escaped"),
    (#""\x""#, 2, "`x`", #"one of `"\/bfnrtu`"#), (#""\u12g4""#, 5, "`g`", "four hexadecimal digits"),
    ("{} {}", 3, "`{`", "the end of the text"), ("\"a", 2, "the end of the text", "`\"`"),
  ])
  func `a broken text is refused with its place`(text: String, offset: Int, found: String, expected: String) {
    let error = JSON.ParseError(offset: offset, found: found, expected: expected)
    #expect(throws: error) { try JSON(parsing: text) }
    #expect(throws: error) { try RawJSON(text) }
  }

  @Test(
    arguments: [
      [0xFF], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE9], [0x80],
      [0xF0, 0x9F, 0x99],
    ] as [[UInt8]])
  func `bytes that are no UTF-8 are refused`(bytes: [UInt8]) {
    let text = Array("[\"ab".utf8) + bytes + Array("\"]".utf8)
    let error = #expect(throws: JSON.ParseError.self) { try JSON(parsing: text) }
    #expect(error?.offset == 4)
    #expect(error?.expected == "valid UTF-8")
  }

  @Test(arguments: [
    (#""\ud83d""#, "\u{FFFD}", 1), (#""\ude42\ud83d""#, "\u{FFFD}\u{FFFD}", 2), (#""a\u0000b""#, "a\u{FFFD}b", 1),
    (#""\ud83d\ud83d\ude42""#, "\u{FFFD}🙂", 1), (#""\ud83d\n""#, "\u{FFFD}\n", 1), (#""\ufffd""#, "\u{FFFD}", 0),
    (#""\\ud83d \\u0000""#, #"\ud83d \u0000"#, 0), (#""\uD83D\uDE42""#, "🙂", 0),
  ])
  func `lone surrogates and NULs are replaced and counted`(text: String, string: String, count: Int) throws {
    let (value, replacements) = try JSON.parse(text)
    #expect(value == .string(string))
    #expect(replacements == count)
  }

  @Test func `an encoded surrogate is replaced and counted`() throws {
    let bytes = Array("\"a".utf8) + [0xED, 0xA0, 0xBD] + Array("b\"".utf8)
    let (value, replacements) = try JSON.parse(bytes)
    #expect(value == "a\u{FFFD}b")
    #expect(replacements == 1)
    let (clean, count) = JSON.sanitize(bytes)
    #expect(clean == Array("\"a\u{FFFD}b\"".utf8))
    #expect(count == 1)
  }

  @Test(arguments: ["[", #"{"a":"#])
  func `nesting is read to the limit and refused above it`(open: String) throws {
    let close = open == "[" ? "]" : "}"
    func nested(_ depth: Int) -> String {
      String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
    }
    let deepest = nested(JSON.depthLimit)
    #expect(try JSON(parsing: deepest).text == deepest)
    #expect(try JSON(parsing: deepest) == RawJSON(deepest).value)
    let error = #expect(throws: JSON.ParseError.self) { try JSON(parsing: nested(JSON.depthLimit + 1)) }
    #expect(error?.offset == open.utf8.count * JSON.depthLimit)
    #expect(throws: JSON.ParseError.self) { try JSON(parsing: nested(1_000_000)) }
  }

  @Test(arguments: 0..<24)
  func `special bytes are found wherever they stand in a word`(position: Int) throws {
    let plain = String(repeating: "x", count: position)
    for special in ["\\n", "\u{80}", "🙂", "\\\"", "!", "#", "[", "]", "\u{7F}"] {
      let text = "\"" + plain + special + plain + "\""
      #expect(try JSON(parsing: text).text == text)
    }
    #expect(throws: JSON.ParseError.self) { try JSON(parsing: "\"" + plain + "\u{1F}" + plain + "\"") }
  }
}
