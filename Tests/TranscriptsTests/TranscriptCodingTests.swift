import Foundation  // for the coders that users have
import Testing
import Transcripts

struct TranscriptCodingTests {
  @Test func `a transcript is read and written by the coders of Foundation`() throws {
    let text = Data(TranscriptTests.text.replacing("1e400", with: "12345678901234567890").utf8)
    let transcript = try JSONDecoder().decode(Transcript.self, from: text)
    #expect(transcript.map(\.kind) == [.instructions, .prompt, .toolCalls, .toolOutput, .reasoning, .response])
    let again = try JSONDecoder().decode(Transcript.self, from: try JSONEncoder().encode(transcript))
    #expect(again == transcript)
    // Keys that are not known here survive, a number of 64 bits with all its digits.
    guard case .toolCalls(let calls) = again[2] else { return #expect(Bool(false)) }
    #expect(calls.calls[0].json["new"] == .number("12345678901234567890"))
    #expect(again.json["extra"] == [1])
  }

  @Test func `what is no transcript fails as a decoding error`() {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Transcript.self, from: Data("{}".utf8)) }
  }

  @Test func `a number that no double holds is refused by an encoder, not changed`() {
    #expect(throws: EncodingError.self) { try JSONEncoder().encode([JSON.number("1e400")]) }
  }

  @Test func `a transcript is the collection of its entries`() throws {
    let transcript = try Transcript(json: try JSON(parsing: TranscriptTests.text))
    #expect(transcript.count == 6 && transcript.first?.id == "i" && transcript[5].kind == .response)
    #expect(transcript.suffix(2).map(\.id) == ["z", "r"])
    #expect(Transcript().isEmpty)
  }

  @Test func `an entry of calls is the collection of its calls`() throws {
    let calls = Transcript.ToolCalls(
      id: "c",
      calls: ["1", "2", "3"].map { Transcript.ToolCall(id: $0, toolName: "f\($0)", arguments: "{}") })
    #expect(calls.map(\.id) == ["1", "2", "3"])
    #expect(calls.count == 3 && calls.last?.toolName == "f3" && calls[1] == calls.calls[1])
    #expect(Transcript.ToolCalls(id: "c", calls: []).isEmpty)
  }

  @Test func `parts made here read as what they were made of`() throws {
    let prompt = Transcript.Prompt(
      id: "p",
      segments: [.text(.init(content: "hi")), .attachment(.init(id: "a", type: "image", content: ["url": "x"]))],
      options: ["temperature": 0.5], contextOptions: ["reasoningLevel": "deep"],
      responseFormat: Transcript.ResponseFormat(name: "Recipe", schema: ["type": "object"]), metadata: ["k": 1])
    #expect(
      prompt.json.text == #"{"id":"p","role":"user","options":{"temperature":0.5},"contents":["#
        + #"{"type":"text","text":"hi"},{"type":"image","id":"a","url":"x"}],"contextOptions":{"reasoningLevel":"deep"},"#
        + #""responseFormat":{"type":"jsonSchema","jsonSchema":{"name":"Recipe","schema":{"type":"object"}}},"metadata":{"k":1}}"#
    )
    #expect(prompt.responseFormat?.name == "Recipe" && prompt.responseFormat?.schema == ["type": "object"])
    #expect(Transcript.Reasoning(id: "r", segments: [], signature: "s").signature == "s")
    #expect(Transcript.Response(id: "r", segments: [], metadata: ["m": 2]).metadata == ["m": 2])
    let structure = Transcript.StructuredSegment(source: "Recipe", content: [1])
    #expect(structure.source == "Recipe" && structure.content == [1] && structure.id == nil)
    #expect(Transcript.Segment.structure(structure).identified(by: "s").id == "s")
    #expect(Transcript.Segment.text(id: "t", "x").identified(by: "s").id == "t")
    let tool = Transcript.ToolDefinition(name: "get", description: "Gets.", parameters: [:])
    #expect(tool.name == "get" && tool.description == "Gets." && tool.parameters == [:])
  }
}
