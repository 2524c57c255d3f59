import Testing
import Transcripts

struct TranscriptTests {
  static let text = """
    {"version":"1.1","extra":[1.0],"transcript":{"note":null,"entries":[\
    {"role":"instructions","id":"i","contents":[{"type":"text","id":"0","text":"Help."}],"tools":[{"type":"function","function":{"name":"get","description":"Gets.","parameters":{"type":"object"}}}]},\
    {"id":"p","role":"user","mood":"curious","options":{},"contents":[{"type":"text","id":"1","text":"hi"},{"type":"image","id":"2"}]},\
    {"id":"c","role":"response","toolCalls":[{"id":"t","name":"get","arguments":"{}","new":1e400}]},\
    {"id":"t","role":"tool","toolName":"get","toolCallID":"t","contents":[]},\
    {"id":"z","role":"reasoning","signature":"s"},\
    {"id":"r","role":"response","assets":["a"],"contents":[{"type":"structure","id":"0","structure":{"source":"R","content":{"n":1.50}}}]}\
    ]},"type":"FoundationModels.Transcript"}
    """

  @Test func `entries are read by their roles, and unknown keys survive`() throws {
    let transcript = try Transcript(json: try JSON(parsing: Self.text))
    #expect(transcript.entries.map(\.kind) == [.instructions, .prompt, .toolCalls, .toolOutput, .reasoning, .response])
    #expect(transcript.entries.map(\.id) == ["i", "p", "c", "t", "z", "r"])
    #expect(transcript.json.text == Self.text)
    var copy = transcript
    copy.entries = transcript.entries
    #expect(copy.json.text == Self.text)
  }

  @Test func `the parts of an entry are read`() throws {
    let entries = try Transcript(json: try JSON(parsing: Self.text)).entries
    guard case .instructions(let instructions) = entries[0], case .toolCalls(let calls) = entries[2],
      case .toolOutput(let output) = entries[3], case .reasoning(let reasoning) = entries[4],
      case .response(let response) = entries[5]
    else { return #expect(Bool(false)) }
    #expect(instructions.toolDefinitions.map(\.name) == ["get"])
    #expect(instructions.toolDefinitions[0].description == "Gets.")
    #expect(instructions.toolDefinitions[0].parameters == ["type": "object"])
    #expect(calls.calls.map(\.toolName) == ["get"] && calls.calls[0].arguments == "{}" && calls.calls[0].id == "t")
    #expect(output.toolName == "get" && output.toolCallID == "t")
    #expect(reasoning.signature == "s")
    #expect(response.assetIDs == ["a"])
    guard case .structure(let structure) = response.segments[0] else { return #expect(Bool(false)) }
    #expect(structure.source == "R" && structure.content == ["n": .number("1.50")])
    guard case .attachment(let image) = entries[1].segments[1] else { return #expect(Bool(false)) }
    #expect(image.type == "image")
  }

  @Test func `entries made here read as themselves`() throws {
    let text = [Transcript.Segment.text(id: "0", "x")]
    let tool = Transcript.ToolCall(id: "t", toolName: "get", arguments: "{}")
    let entries: [Transcript.Entry] = [
      .instructions(Transcript.Instructions(id: "i", segments: text)),
      .prompt(Transcript.Prompt(id: "p", segments: text)),
      .reasoning(Transcript.Reasoning(id: "z", segments: text)),
      .toolCalls(Transcript.ToolCalls(id: "c", calls: [tool])),
      .toolOutput(Transcript.ToolOutput(id: "t", toolName: "get", segments: text)),
      .response(Transcript.Response(id: "r", segments: text)),
    ]
    let transcript = Transcript(entries: entries)
    #expect(try Transcript(json: try JSON(parsing: transcript.json.text)) == transcript)
    #expect(transcript.json["version"] == 1)
  }

  @Test(arguments: [
    ("{}", "transcript.entries: expected an array"),
    (
      #"{"transcript":{"entries":[{"role":"user"},{"role":"narrator"}]}}"#,
      "transcript.entries[1].role: expected one of instructions, user, response, tool, reasoning"
    ),
  ])
  func `what is no transcript is refused with its path`(text: String, message: String) {
    let error = #expect(throws: Transcript.FormatError.self) { try Transcript(json: try JSON(parsing: text)) }
    #expect(error?.description == message)
  }
}
