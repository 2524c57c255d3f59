import Testing
import Transcripts

struct RawJSONTests {
  @Test func `an element is the client's text byte for byte`() throws {
    let raw = try RawJSON(#" { "messages" : [ {"a":1.0, "b":"\u00e9\/"} , [ ] ,"x"], "k\n":  null , "k\n":1e2 } "#)
    #expect(raw.kind == .object)
    #expect(raw.members.map(\.key) == ["messages", "k\n", "k\n"])
    #expect(raw["messages"]?.elements.map(\.text) == [#"{"a":1.0, "b":"\u00e9\/"}"#, "[ ]", #""x""#])
    #expect(raw["messages"]?.elements[0]["b"]?.string == "é/")
    #expect(raw["k\n"]?.text == "1e2")
    #expect(raw["x"] == nil)
  }

  @Test func `a slice in the middle of a buffer is read in place`() throws {
    let buffer = Array(#"xx{"a":[1,2]}xx"#.utf8)
    let raw = try RawJSON(buffer[2..<13])
    #expect(raw["a"]?.elements.map(\.text) == ["1", "2"])
    #expect(raw["a"]?.bytes.startIndex == 7)
  }

  @Test(arguments: [
    ("[]", true), ("[ \n]", true), ("{\t}", true), (#""""#, true), ("[0]", false), (#"{"":0}"#, false),
    (#"" ""#, false),
    ("0", false), ("null", false),
  ])
  func `emptiness is told without building anything`(text: String, isEmpty: Bool) throws {
    #expect(try RawJSON(text).isEmpty == isEmpty)
  }

  @Test(arguments: [
    (#"["\u0000",1]"#, #"["\ufffd",1]"#, 1), (#"["\\u0000"]"#, #"["\\u0000"]"#, 0),
    (#"["\uD83D\uDE42"]"#, #"["\uD83D\uDE42"]"#, 0), (#"["\uD83D","\uDE42"]"#, #"["\ufffd","\ufffd"]"#, 2),
    (#"["\uD83D\uD83D\uDE42\\"]"#, #"["\ufffd\uD83D\uDE42\\"]"#, 1), ("{\"é\\/\" : 1.0}", "{\"é\\/\" : 1.0}", 0),
  ])
  func `sanitising replaces what cannot be stored and nothing else`(text: String, clean: String, count: Int) {
    let (bytes, replacements) = JSON.sanitize(text.utf8)
    #expect(String(decoding: bytes, as: UTF8.self) == clean)
    #expect(replacements == count)
  }

  @Test(arguments: ["\\", "[\"\\u", "[\"\\ud83d\\ude42\\u", "\\u00"])
  func `sanitising text that ends in an escape leaves it alone`(text: String) {
    #expect(JSON.sanitize(text.utf8).bytes == Array(text.utf8))
  }
}
