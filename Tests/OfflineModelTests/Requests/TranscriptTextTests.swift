import Extraction
import Testing

@testable import OfflineModel

@Suite struct TranscriptTextTests {
  @Test func `the transcript stands between its tags, labelled by role`() {
    let prompt = """
      Summarise this.

      <instructions>
      You are a bot: be brief.
      </instructions>
      <transcript>
      User: hello
        second line
      Assistant calls search: {"q": "x"}
      Result of search: nothing
      </transcript>
      User: not this
      """
    #expect(
      TranscriptText.utterances(in: prompt) == [
        Utterance(speaker: "User", text: "hello\nsecond line"),
        Utterance(speaker: "Assistant calls search", text: #"{"q": "x"}"#),
        Utterance(speaker: "Result of search", text: "nothing"),
      ])
  }

  @Test func `summaries to be merged are read one after the other`() {
    let prompt = """
      <summary part="1">
      User: one
      </summary>
      <summary part="2">
      User: two
      </summary>
      """
    #expect(TranscriptText.utterances(in: prompt).map(\.text) == ["one", "two"])
  }

  @Test func `a prompt without tags is the transcript`() {
    #expect(
      TranscriptText.utterances(in: "User: a\nhttp://b: c\nAssistant: d") == [
        Utterance(speaker: "User", text: "a\nhttp://b: c"), Utterance(speaker: "Assistant", text: "d"),
      ])
    #expect(TranscriptText.utterances(in: "just text") == [Utterance(text: "just text")])
    #expect(TranscriptText.utterances(in: " \n").isEmpty)
  }
}
