import TestSupport
import Testing

@testable import Evaluation

@Suite struct TextIndexTests {
  @Test(arguments: [
    ("order 4711 is late", "4711", true), ("order 47110 is late", "4711", false), ("order_4711", "4711", false),
    ("see src/main.swift:12", "src/main.swift", true), ("see lib/src/main.swift", "src/main.swift", true),
    ("see src/main.swifty", "src/main.swift", false), ("name: Zoë Kravitz.", "Zoë Kravitz", true),
    ("我住在上海，你呢", "上海", true), ("я живу в Казани", "Казани", true), ("a\nb", "a\nb", true), ("a b", "a  b", false),
    ("f(x) { y }", "(x) {", true), ("anything", "()", false), ("anything", "", false), ("", "word", false),
    ("-- flag", "-- flag", true), ("the end", "end", true), ("the end", "the", true),
  ])
  func `a value stands where no word is cut`(_ text: String, _ value: String, isThere: Bool) {
    #expect(TextIndex(["other", text]).texts(holding: value) == (isThere ? [1] : []))
  }

  @Test func `texts are told apart and may be added later`() {
    var index = TextIndex(["alpha beta", "beta gamma", "gamma"])
    #expect(index.texts(holding: "beta") == [0, 1])
    #expect(index.add("no beta, beta again") == 3)
    #expect(index.texts(holding: "beta") == [0, 1, 3])
    #expect(index.texts(holding: "beta gamma") == [1])
  }

  @Test func `random values are found where a plain search finds them`() {
    for seed in 0..<2_000 {
      var random = SeededGenerator(seed: seed)
      func text(_ longest: Int) -> String {
        String((0..<Int.random(in: 0...longest, using: &random)).map { _ in random.pick(Array("ab1_ .-é中")) })
      }
      let texts = (0..<3).map { _ in text(14) }
      let value = text(4)
      let index = TextIndex(texts)
      let expected = texts.indices.filter { Self.plainSearch(value, in: texts[$0]) }
      #expect(index.texts(holding: value) == expected, "seed \(seed): '\(value)' in \(texts)")
    }
  }

  /// Byte by byte, and without an index.
  private static func plainSearch(_ value: String, in text: String) -> Bool {
    let (value, text) = (Array(value.utf8), Array(text.utf8))
    func isWord(_ byte: UInt8) -> Bool { byte == 0x5F || byte < 0x80 && Character(UnicodeScalar(byte)).isWord }
    guard value.contains(where: { isWord($0) || $0 >= 0x80 }), value.count <= text.count else { return false }
    return (0...text.count - value.count).contains { start in
      let end = start + value.count
      return Array(text[start..<end]) == value
        && !(start > 0 && isWord(text[start - 1]) && isWord(value[0]))
        && !(end < text.count && isWord(text[end]) && isWord(value[value.count - 1]))
    }
  }
}

extension Character {
  fileprivate var isWord: Bool { isLetter || isNumber }
}
