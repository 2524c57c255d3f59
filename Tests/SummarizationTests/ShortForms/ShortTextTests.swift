import Compaction
import Testing

@testable import Summarization

struct ShortTextTests {
  static let digests: [(String, [String])] = [
    ("The order 4711 of Mia Li, paid by credit_card_4421486.", ["4711", "Mia", "Li", "credit_card_4421486"]),
    (
      "See src/tui/Markdown.ts:120 and getColorMode() in ThemeColor",
      ["src/tui/Markdown.ts:120", "getColorMode", "ThemeColor"]
    ),
    // A capital letter at the start of a sentence or line is no name; in its middle it is.
    ("Hello there. Please wait.\nNow ask Anna", ["Anna"]),
    ("mail mia.li@example.com before 2024-05-20 at 06:00:00", ["mia.li@example.com", "2024-05-20", "06:00:00"]),
    ("one 1 two 22 three 333 of 2024-05-15T15:00:00", ["333"]),
    ("flight HAT136 HAT136 HAT039", ["HAT136", "HAT039"]),
    ("nothing to keep here", []),
    ("", []),
    ("Überweisung an Jörg Müller, IBAN DE89370400440532013000", ["Jörg", "Müller", "IBAN", "DE89370400440532013000"]),
    // Values of JSON are kept whole while they are short; keys are not content.
    (
      #"{"name": {"first_name": "Mia", "last": "Li"}, "address": "975 Sunset Drive", "n": 12, "price": 120, "ok": true}"#,
      ["Mia", "Li", "975 Sunset Drive", "120"]
    ),
    (
      #"["SFO", "not a name", "2024-05-20", "The flight HAT001 is late, and so is everything that follows it"]"#,
      ["SFO", "2024-05-20", "HAT001"]
    ),
    ("[no json A1", ["A1"]),
  ]

  @Test(arguments: digests)
  func `a digest holds identifiers, numbers and names once, in order`(_ text: String, _ items: [String]) {
    #expect(IdentifierDigest(of: text).items(atMost: 40) == items)
  }

  @Test func `identifiers come before numbers before names where there are too many`() {
    let digest = IdentifierDigest(of: "then Anna paid 120 for A1 and Bob 240 for B2")
    #expect(digest.items(atMost: 1) == ["A1"])
    #expect(digest.items(atMost: 3) == ["120", "A1", "B2"])
    #expect(digest.items(atMost: 5) == ["Anna", "120", "A1", "240", "B2"])
    #expect(digest.items(atMost: 0) == [])
    #expect(digest.items(atMost: -1) == [])
  }

  static let short: [(ShortText, String, String)] = [
    (.placeholder, "abcdef", "[cleared, 6 characters]"),
    (.headAndTail(head: 2, tail: 1), "abcdef", "ab\n[3 characters cleared]\nf"),
    (.headAndTail(head: 3, tail: 3), "abcdef", "abcdef"),
    (.headAndTail(head: .max, tail: .max), "abcdef", "abcdef"),
    (.headAndTail(head: -1, tail: 1), "abcdef", "\n[5 characters cleared]\nf"),
    (.digest(atMost: 40), "of 4711 and \"New York\"", "[cleared, 22 characters: 4711 New York]"),
    (.digest(atMost: 40), #"["New York", "A1"]"#, #"[cleared, 18 characters: "New York" A1]"#),
    (.digest(atMost: 40), "nothing", "[cleared, 7 characters]"),
  ]

  @Test(arguments: short)
  func `a short text says how much stood there`(_ leave: ShortText, _ text: String, _ expected: String) {
    #expect(leave.shortened(text) == expected)
  }

  /// Truncation that splits a surrogate pair or a multi-byte sequence, or a flag or a family of several scalars.
  @Test(arguments: ["🙂", "👩‍👩‍👧‍👦", "🇩🇪", "e\u{301}", "안", "\r\n", "👍🏽"])
  func `a head and a tail part no character`(_ character: String) {
    for length in 1...5 {
      let text = String(repeating: character, count: 30) + "x" + String(repeating: character, count: 30)
      let short = ShortText.headAndTail(head: length, tail: length).shortened(text)
      let piece = String(repeating: character, count: length)
      #expect(short.hasPrefix(piece + "\n["))
      #expect(short.hasSuffix("]\n" + piece))
      // A cut by UTF-16 units, as others made it, is caught by the same words.
      let units = Array(text.utf16.prefix(length))
      if character.utf16.count > 1 { #expect(String(decoding: units, as: UTF16.self) != piece) }
    }
  }

  @Test func `huge texts of any kind are shortened in a pass or two`() {
    for text in ["a", " ", "🇩🇪", "안", "\u{301}", "_", "1", "{\"a\":"] {
      let long = String(repeating: text, count: 200_000)
      for leave in [ShortText.placeholder, .headAndTail(head: 300, tail: 300), .digest(atMost: 40)] {
        #expect(leave.shortened(long).utf8.count <= long.utf8.count)
      }
    }
  }
}
