import Testing

import Extraction

private func sentences(_ text: String) -> [String] { Sentences.of(text) }

@Suite struct SentencesTests {
  @Test(arguments: [
    ("It rains. We stay! Why? I said…  Later.", ["It rains.", "We stay!", "Why?", "I said…", "Later."]),
    ("Er wohnt in Köln. Sie nicht.", ["Er wohnt in Köln.", "Sie nicht."]),
    ("Привет. Как дела?", ["Привет.", "Как дела?"]),
    ("我住在上海。你呢？好！", ["我住在上海。", "你呢？", "好！"]),
    ("東京です。はい", ["東京です。", "はい"]),
    ("أين أنت؟ أنا هنا.", ["أين أنت؟", "أنا هنا."]),
    ("मैं दिल्ली में हूँ। आप कहाँ हैं?", ["मैं दिल्ली में हूँ।", "आप कहाँ हैं?"]),
    ("one\ntwo\r\nthree", ["one", "two", "three"]),
  ])
  func `sentences end where their script ends them`(_ text: String, expected: [String]) {
    #expect(sentences(text) == expected)
  }

  @Test(arguments: [
    "Mr. Smith paid 3.50 at example.com.", "Use a list, e.g. apples, of approx. ten.", "J. Doe came at 5 p.m. Friday.",
    "Version 2.0.1 of lib.so works.", "Zahlen Sie bzw. Ihr Partner.",
  ])
  func `abbreviations and numbers end none`(_ text: String) {
    #expect(sentences(text) == [text])
  }

  @Test func `quotation marks that close stay with their sentence`() {
    #expect(sentences("“Go.” She went. 「はい。」次") == ["“Go.”", "She went.", "「はい。」", "次"])
  }

  @Test func `a long line of JSON is cut after separators and loses nothing but white space`() {
    let field = #"{"id": "A1", "name": "Müller", "tags": ["x", "y"]}, "#
    let text = String(repeating: field, count: 40)
    let pieces = sentences(text)
    #expect(pieces.count > 5)
    #expect(pieces.allSatisfy { $0.utf8.count <= Sentences.longest })
    #expect(pieces.joined().filter { $0 != " " } == text.filter { $0 != " " })
  }

  @Test(arguments: ["é", "中", "😀", "a"])
  func `text without separators is cut between scalars`(_ character: String) {
    let text = String(repeating: character, count: 1000)
    #expect(sentences(text).joined() == text)
  }

  @Test(arguments: ["", " ", "\n \n", "\u{3000}"])
  func `blank text has no sentence`(_ text: String) {
    #expect(sentences(text).isEmpty)
  }
}
