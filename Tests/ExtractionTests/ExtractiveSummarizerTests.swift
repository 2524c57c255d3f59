import Testing
import Tokenization

@testable import Extraction

private let tokenizer = EstimatingTokenizer()
private let summarizer = ExtractiveSummarizer(tokenizer: tokenizer)

/// A chat with small talk around four facts.
private let chat: [Utterance] = {
  let talk = (1...30).map { number in
    Utterance(
      speaker: number.isMultiple(of: 2) ? "Assistant" : "User",
      text: "well that is quite nice to hear and we could go on like this for a while. so it goes on and on.")
  }
  var chat = talk
  chat.insert(Utterance(speaker: "User", text: "My name is Maria Oliveira and I live in Porto."), at: 3)
  chat.insert(Utterance(speaker: "Result of find_order", text: #"{"order": "A-4471", "total": 24.50}"#), at: 9)
  chat.insert(Utterance(speaker: "User", text: "hm, fine. please never ring the bell before ten."), at: 15)
  chat.append(Utterance(speaker: "Assistant", text: "the parcel leaves tomorrow."))
  return chat
}()

@Suite struct ExtractiveSummarizerTests {
  @Test func `names, numbers, constraints and the last turn survive`() {
    let summary = summarizer.summarize(chat, atMost: 90)
    #expect(summary.contains("Maria Oliveira"))
    #expect(summary.contains("A-4471"))
    #expect(summary.contains("never ring the bell before ten."))
    #expect(summary.hasSuffix("the parcel leaves tomorrow."))
  }

  @Test(arguments: [0, 1, 5, 17, 40, 90, 300, 5_000])
  func `a summary fits its budget and its lines stand in the transcript, in order`(_ budget: Int) throws {
    let summary = summarizer.summarize(chat, atMost: budget)
    #expect(tokenizer.count(summary) <= budget)
    var rest = chat[...]
    for line in summary.split(separator: "\n") {
      let label = ["User: ", "Assistant: ", "Result of find_order: "].first { line.hasPrefix($0) }
      let text = line.dropFirst(label?.count ?? 0)
      let place = try #require(rest.firstIndex { $0.text.contains(text) }, "\(line) stands nowhere, or too early")
      rest = rest[place...]
    }
  }

  @Test func `the same transcript gives the same summary`() {
    let once = summarizer.summarize(chat, atMost: 100)
    #expect((1...5).allSatisfy { _ in summarizer.summarize(chat, atMost: 100) == once })
  }

  @Test func `a label stands where the speaker changes`() {
    let transcript = [
      Utterance(speaker: "User", text: "Order 1 is late. Order 2 is lost."),
      Utterance(speaker: "User", text: "Order 3 is here."),
      Utterance(speaker: "Assistant", text: "Order 4 follows."),
    ]
    #expect(
      summarizer.summarize(transcript, atMost: 100) == """
        User: Order 1 is late. Order 2 is lost.
        Order 3 is here.
        Assistant: Order 4 follows.
        """)
  }

  @Test(arguments: ["", " \n", "…", "😀😀😀", "«»"])
  func `any text is summarised without a trap`(_ text: String) {
    #expect(text.contains(summarizer.summarize([Utterance(text: text)], atMost: 50)) || text.allSatisfy(\.isWhitespace))
  }
}
