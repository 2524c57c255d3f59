import Testing
import Transcripts

struct JSONValueTests {
  @Test func `the last of duplicate keys counts, and keys are compared as bytes`() {
    let value: JSON = ["a": 1, "é": 2, "e\u{301}": 3, "a": 4]
    #expect(value["a"] == 4)
    #expect(value["é"] == 2)
    #expect(value["e\u{301}"] == 3)
    #expect(value["b"] == nil)
    #expect(JSON.array([1])["a"] == nil)
  }

  @Test func `equality is that of the text`() {
    #expect(JSON.number("1") != .number("1.0"))
    #expect(JSON.string("é") != .string("e\u{301}"))
    #expect((["a": 1, "b": 2] as JSON) != ["b": 2, "a": 1])
    #expect(Set<JSON>(["é", "e\u{301}", "é", 1, [], [:], nil, false]).count == 7)
  }

  @Test(
    arguments: [
      ("12", 12, 12.0), ("12.0", 12, 12), ("1.2e1", 12, 12), ("12.5", nil, 12.5), ("-0", 0, -0.0), ("1e400", nil, nil),
      ("9223372036854775807", Int.max, 9.223372036854775807e18), ("9223372036854775808", nil, 9.223372036854775808e18),
      ("\"12\"", nil, nil),
    ] as [(String, Int?, Double?)])
  func `a number is read as far as it fits`(text: String, int: Int?, double: Double?) throws {
    let value = try JSON(parsing: text)
    #expect(value.int == int)
    #expect(value.double == double)
  }

  @Test func `accessors answer for their own kind only`() {
    #expect(JSON.null.isNull && !JSON.bool(false).isNull)
    #expect(JSON.bool(true).bool == true && JSON.string("true").bool == nil)
    #expect((["a"] as JSON).array == ["a"] && (["a"] as JSON).object == nil)
    #expect((["a", "b"] as JSON)[1] == "b" && (["a"] as JSON)[1] == nil && (["a"] as JSON)[-1] == nil)
  }

  @Test func `setting a key keeps the place of the others`() {
    var value: JSON = ["a": 1, "b": 2, "a": 3]
    value.set("a", to: nil)
    value.set("c", to: true)
    #expect(value.text == #"{"a":1,"b":2,"a":null,"c":true}"#)
  }

  @Test func `only what must be escaped is escaped`() {
    #expect(
      JSON.string("\"\\/\u{8}\t\n\u{C}\r\u{0}\u{1f}\u{7f}é\u{2028}🙂").text
        == "\"\\\"\\\\/\\b\\t\\n\\f\\r\\u0000\\u001f\u{7f}é\u{2028}🙂\"")
  }
}
