import Testing
import Tokenization
import Transcripts

/// Counts words, so that expectations can be read.
private struct WordTokenizer: Tokenizer {
  let name = "words@1"

  func count(_ utf8: Span<UInt8>) -> Int {
    var words = 0
    var inWord = false
    for index in utf8.indices {
      let isSpace = utf8[index] == UInt8(ascii: " ")
      if !isSpace && !inWord { words += 1 }
      inWord = !isSpace
    }
    return words
  }
}

@Suite struct EntryTokensTests {
  private let tokenizer = WordTokenizer()

  @Test(arguments: [EntryKind.instructions, .prompt, .response])
  func `a text entry pays four for its message`(_ kind: EntryKind) {
    #expect(tokenizer.entryTokens(kind: kind, contents: ["two words", "three more words"]) == 5 + 4)
  }

  @Test func `calls pay seven, their names and their arguments`() {
    let calls = [CountedCall(name: "search", arguments: "{ a b }"), CountedCall(name: "open", arguments: "{}")]
    #expect(tokenizer.entryTokens(kind: .toolCalls, contents: [], calls: calls) == 7 + 1 + 4 + 1 + 1)
  }

  @Test func `a tool's output pays six, the tool's name and its content`() {
    #expect(tokenizer.entryTokens(kind: .toolOutput, contents: ["it is raining"], toolName: "weather") == 6 + 1 + 3)
    #expect(tokenizer.entryTokens(kind: .toolOutput, contents: ["it is raining"]) == 6 + 3)
  }

  @Test func `the entries of an assistant message add up to the message`() {
    let reasoning = tokenizer.entryTokens(kind: .reasoning, contents: ["think twice"])
    let response = tokenizer.entryTokens(kind: .response, contents: ["let me look"])
    let calls = tokenizer.entryTokens(
      kind: .toolCalls, contents: [], calls: [CountedCall(name: "look", arguments: "{}")])
    #expect(reasoning + response + calls == 2 + (3 + 4) + (7 + 1 + 1))
  }

  @Test func `an attachment costs a flat amount`() {
    #expect(
      tokenizer.entryTokens(kind: .prompt, contents: ["see this"], attachments: 2) == 2 + 4 + 2 * ChatCost.attachment)
  }
}
