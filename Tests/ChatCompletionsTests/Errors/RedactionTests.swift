@testable import ChatCompletions
import Testing

@Suite struct RedactionTests {
  private let text = "My card number is 4111 1111 1111 1111 and I live at\n12 Mill Lane in Leeds."

  @Test func `what an error quotes of a request is left out`() {
    let quoted = "invalid content: 'My card number is 4111 1111 1111 1111 and I live at' in message 2"
    #expect(Redaction.redact(quoted, quoting: [text], secrets: []) == "invalid content: '…' in message 2")
    let escaped = #"bad: "is 4111 1111 1111 1111 and I live at\n12 Mill Lane in Leeds.""#
    #expect(!Redaction.redact(escaped, quoting: [text], secrets: []).contains("1111"))
  }

  @Test func `words that both happen to use stay`() {
    let message = "your number is wrong"
    #expect(Redaction.redact(message, quoting: [text], secrets: []) == message)
  }

  @Test func `a key never appears, wherever it stands`() {
    let message = "Incorrect API key provided: sk-123. You sent sk-123"
    #expect(Redaction.redact(message, quoting: [], secrets: ["sk-123"]) == "Incorrect API key provided: …. You sent …")
  }

  @Test func `a message is one line of limited length`() {
    let long = Redaction.redact("a\nb\u{7}" + String(repeating: "é", count: 1000), quoting: [], secrets: [])
    #expect(long.hasPrefix("a b é"))
    #expect(long.count == 301)
    #expect(Redaction.redact("", quoting: [text], secrets: ["", "x"]) == "")
  }
}
