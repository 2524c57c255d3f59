import TestSupport
import Testing
import Tokenization

@Suite struct EstimatingTokenizerTests {
  let tokenizer = EstimatingTokenizer()

  @Test func `nothing has no tokens and anything has at least one`() {
    #expect(tokenizer.count("") == 0)
    #expect(tokenizer.count(" ") == 1)
    #expect(tokenizer.count("a") == 1)
  }

  @Test(arguments: [
    ("letters", "a", 224), ("digits", "7", 855), ("spaces", "\n", 56), ("punctuation", "{", 521),
    ("Cyrillic", "ж", 327), ("Devanagari", "क", 340), ("Thai", "ก", 340), ("Han", "中", 789), ("Hangul", "한", 789),
    ("late Hangul", "힣", 789), ("kana", "か", 789), ("full-width forms", "！", 789), ("radicals", "⺀", 789),
    ("dashes", "—", 1295), ("private use", "\u{E000}", 1295), ("emoji", "😀", 2073),
  ])
  func `a thousand characters of one class weigh what the class weighs`(_ name: String, character: String, tokens: Int)
  {
    #expect(tokenizer.count(String(repeating: character, count: 1000)) == tokens, "\(name)")
  }

  @Test func `ill-formed UTF-8 is counted`() {
    let bytes: [UInt8] = [0xE4, 0xB8, 0xE2, 0xFF, 0x80, 0xEF]
    #expect(tokenizer.count(bytes.span) > 0)
  }

  @Test func `texts are counted one by one`() {
    #expect(tokenizer.count(["a", "a", "a"]) == 3)
    #expect(tokenizer.count("aaa") == 1)
  }
}

/// Mean absolute error over blocks of texts of one kind, since the golden texts alone are sentences.
private func meanError(_ texts: [GoldenText], _ estimate: (String) -> Int) -> Double {
  var errors: [Double] = []
  var (characters, estimated, exact) = (0, 0, 0)
  for text in texts {
    characters += text.text.count
    estimated += estimate(text.text)
    exact += text.exact
    if characters >= 500 {
      errors.append(abs(Double(estimated - exact)) / Double(exact))
      (characters, estimated, exact) = (0, 0, 0)
    }
  }
  return errors.reduce(0, +) / Double(errors.count)
}

@Suite(.enabled(if: GoldenText.file != nil, Comment(rawValue: TestData.isMissing)))
struct EstimateAgainstVocabularyTests {
  static let bounds: [(set: String, error: Double)] = [
    ("oasst", 0.09), ("pi_all", 0.10), ("tau_all", 0.09), ("zh_dialogue", 0.05), ("ru_qa", 0.10),
  ]

  @Test(arguments: bounds)
  func `the mean error of a kind of text stays in its bound`(set: String, bound: Double) throws {
    let texts = try GoldenText.all().filter { $0.set == set }
    let tokenizer = EstimatingTokenizer()
    #expect(meanError(texts) { tokenizer.count($0) } <= bound)
  }

  @Test func `a quarter of the characters would not pass for Chinese`() throws {
    let texts = try GoldenText.all().filter { $0.set == "zh_dialogue" }
    #expect(meanError(texts) { $0.count / 4 } > 0.5)
  }
}
