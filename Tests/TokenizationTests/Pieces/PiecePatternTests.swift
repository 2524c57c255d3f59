import Testing
import Tokenization

@Suite struct PiecePatternTests {
  @Test(arguments: [
    ("Hello world", ["Hello", " world"]), ("HTTPServer", ["HTTPServer"]), ("helloWorld", ["hello", "World"]),
    ("it's IT'S can't", ["it's", " IT'S", " can't"]), ("1234567", ["123", "456", "7"]), ("a  b", ["a", " ", " b"]),
    ("x \n\n  y", ["x", " \n\n", " ", " y"]), ("a//\n/b", ["a", "//\n/", "b"]), ("end  ", ["end", "  "]),
    // Without case: given back to the small letters that the first alternative wants.
    ("あA", ["あ", "A"]), ("AあB", ["Aあ", "B"]), ("\u{301}AB", ["\u{301}", "AB"]), ("\u{301}Ab", ["\u{301}Ab"]),
  ])
  func `the pattern of o200k cuts`(text: String, expected: [String]) {
    #expect(pieces(of: text, O200kPattern.self) == expected)
  }

  @Test(arguments: [
    ("Hello world", ["Hello", " world"]), ("helloWorld", ["helloWorld"]), ("it's IT'S", ["it", "'s", " IT", "'S"]),
    ("1234567", ["123", "456", "7"]), ("x \n\n  y", ["x", " \n\n", " ", " y"]), ("a//\n/b", ["a", "//\n", "/b"]),
    ("end \n ", ["end", " \n "]), ("e\u{301}a", ["e", "\u{301}a"]),
  ])
  func `the pattern of cl100k cuts`(text: String, expected: [String]) {
    #expect(pieces(of: text, CL100kPattern.self) == expected)
  }

  @Test(arguments: PublishedPattern.allCases)
  func `scanned pieces are those of the regular expression`(pattern: PublishedPattern) throws {
    for text in RandomTexts(seed: 1, longest: 12).prefix(5_000) {
      #expect(pattern.scanned(text) == (try pattern.matches(in: text)), "\(text.debugDescription)")
    }
  }

  @Test func `a scanner that never gives back is found out`() throws {
    let differs = try RandomTexts(seed: 1, longest: 12).prefix(5_000).contains { text in
      pieces(of: text, HastyPattern.self) != (try PublishedPattern.o200k.matches(in: text))
    }
    #expect(differs)
  }

  @Test func `bytes that are no UTF-8 are in some piece`() {
    for bytes: [UInt8] in [
      [0xFF], [0xC3], [0xE4, 0xB8], [0xF0, 0x9F, 0x98, 0x41], [0x80, 0x80], [0xF7, 0xBF, 0xBF, 0xBF],
    ] {
      bytes.withUnsafeBufferPointer { buffer in
        #expect(ends(of: UTF8Text(buffer), O200kPattern.self).last == bytes.count)
        #expect(ends(of: UTF8Text(buffer), CL100kPattern.self).last == bytes.count)
      }
    }
  }

  @Test(arguments: [
    String(repeating: " ", count: 1_000_000), String(repeating: "a", count: 1_000_000),
    String(repeating: "語", count: 300_000), String(repeating: "\n ", count: 300_000),
    String(repeating: "あA", count: 150_000), "あ" + String(repeating: "A", count: 300_000),
    String(repeating: "\u{301}", count: 300_000), String(repeating: "'", count: 300_000),
  ])
  func `no text is read more than a few times`(text: String) {
    Array(text.utf8).withUnsafeBufferPointer { buffer in
      for cut in [{ ends(of: $0, O200kPattern.self) }, { ends(of: $0, CL100kPattern.self) }]
        as [(CountingText) -> [Int]]
      {
        let text = CountingText(buffer)
        #expect(cut(text).last == buffer.count)
        #expect(text.reads <= 6 * buffer.count + 20)
      }
    }
  }
}

/// Wrong: a word's capitals and what has no case are never given back.
private enum HastyPattern: PiecePattern {
  static func endOfPiece(in text: some ClassifiedText, from start: Int) -> Int {
    let first = text.scalar(at: start)
    let afterFirst = start + first.length
    let leads = !first.class.isSubset(of: [.letter, .number, .newline])
    let word = text.endOfRun(of: [.upper, .uncased, .mark], from: leads ? afterFirst : start)
    let end = text.endOfRun(of: [.lower, .uncased, .mark], from: word)
    return end > (leads ? afterFirst : start) ? end : O200kPattern.endOfPiece(in: text, from: start)
  }
}
