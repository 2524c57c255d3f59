import LanguageModels
import Testing
import Transcripts

@Suite struct PromptTests {
  @Test func `lines of a prompt are joined by line breaks into one segment`() {
    let urgent = false
    let offers = ["A", "B"]
    let prompt = Prompt {
      "Compare:"
      for offer in offers { offer }
      if urgent { "Quickly." }
      if urgent { "Now." } else { "Take your time." }
      Optional("End.")
      String?.none
    }
    #expect(prompt.segments == [.text(id: "1", "Compare:\nA\nB\nTake your time.\nEnd.")])
  }

  @Test func `an attachment between two texts keeps them apart`() {
    let image = Transcript.Segment(json: ["type": "image", "id": "x", "url": "cat.png"])
    let prompt = Prompt {
      "Before"
      image
      "After"
      "all"
    }
    #expect(
      prompt.segments == [
        .text(id: "1", "Before"), Transcript.Segment(json: ["type": "image", "id": "2", "url": "cat.png"]),
        .text(id: "3", "After\nall"),
      ])
    #expect(prompt.text == "Before\nAfter\nall")
  }

  @Test func `a text segment with more than its text is not merged into another`() {
    let marked = Transcript.Segment(json: ["type": "text", "id": "x", "text": "b", "cache": true])
    let prompt = Prompt {
      "a"
      marked
      "c"
    }
    #expect(prompt.segments.map { $0.json["text"]?.string } == ["a", "b", "c"])
    #expect(prompt.segments[1].json["cache"] == true)
  }

  @Test func `generated content stands in a prompt as a structure`() throws {
    let content = try GeneratedContent(json: #"{"a": 1}"#)
    guard case .structure(let segment)? = Prompt(content).segments.first else {
      Issue.record("expected a structure")
      return
    }
    #expect(segment.source == "GeneratedContent")
    #expect(segment.content.text == #"{"a":1}"#)
  }

  @Test func `an empty text is no segment`() {
    #expect(Prompt("").segments.isEmpty)
    #expect(Instructions("").segments.isEmpty)
    #expect(Prompt { [""] }.segments.isEmpty)
  }

  @Test func `instructions are built like prompts`() {
    let instructions = Instructions {
      "You are brief."
      ["a", "b"]
    }
    #expect(instructions.segments == [.text(id: "1", "You are brief.\na\nb")])
    #expect(instructions.tools.isEmpty)
  }
}
