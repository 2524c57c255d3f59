import Testing
import TranscriptFormats
import Transcripts

struct WritingTests {
  static func write(
    _ format: TranscriptFormat, envelope: String?, _ messages: [ExportedMessage]
  ) throws -> String {
    var writer = TranscriptWriter(format)
    var output = try writer.begin(envelope: envelope, key: "k")
    for message in messages { output += writer.add(message) }
    output += writer.end() + writer.finish()
    return String(decoding: output, as: UTF8.self)
  }

  @Test(arguments: [
    (TranscriptFormat.openai, "{\"id\":\"k\",\"messages\":[{\"a\":1},2]}\n"),
    (.anthropic, "{\"id\":\"k\",\"messages\":[{\"a\":1},2]}\n"),
    (
      .apple,
      "{\"type\":\"FoundationModels.Transcript\",\"version\":1,\"transcript\":{\"entries\":[{\"a\":1},2]}}\n"
    ),
  ])
  func `a conversation without an envelope gets one`(format: TranscriptFormat, text: String) throws {
    #expect(try Self.write(format, envelope: nil, [.original("{\"a\":1}"), .erased, .original("2")]) == text)
  }

  @Test func `a line stays a line, however its messages were written`() throws {
    let text = try Self.write(.openai, envelope: "{\r\n\"messages\":[]\n}", [.original("{\n\"a\":\"\\n\"\r\n}")])
    #expect(text == "{  \"messages\":[{ \"a\":\"\\n\"  }] }\n")
  }

  @Test(arguments: [
    (#"{"system":{},"messages":[]}"#, #"{"system":"s","messages":[1,2]}"#),
    (#"{"messages":[],"system":{}}"#, #"{"messages":[1,2],"system":"s"}"#),
    (#"{"system":null,"messages":[]}"#, #"{"system":null,"messages":["s",1,2]}"#),
    (#"[]"#, #"["s",1,2]"#),
  ])
  func `the system prompt goes back to its place`(envelope: String, text: String) throws {
    let messages: [ExportedMessage] = [.original("\"s\""), .original("1"), .original("2")]
    #expect(try Self.write(.anthropic, envelope: envelope, messages) == text + "\n")
    #expect(
      try Self.write(.anthropic, envelope: #"{"system":{},"messages":[]}"#, []) == "{\"system\":null,\"messages\":[]}\n"
    )
  }

  @Test(arguments: [
    (TranscriptFormat.openai, "{}", "an array `messages`"), (.anthropic, "7", "an array `messages`"),
    (.apple, "{\"messages\":[]}", "an array `transcript.entries`"), (.chatgpt, "[]", "an object `mapping`"),
    (.openai, "{", "JSON, but at byte 1 a key in quotes"),
  ])
  func `an envelope of another shape is an error`(format: TranscriptFormat, envelope: String, expected: String) {
    #expect(throws: EnvelopeError(expected: expected)) { try Self.write(format, envelope: envelope, []) }
  }

  @Test func `files of ChatGPT are one array`() throws {
    var writer = TranscriptWriter(.chatgpt)
    var output = try writer.begin(envelope: #"{"mapping":{}}"#, key: "") + writer.end()
    output += try writer.begin(envelope: #"{"mapping":{"a":null}}"#, key: "") + writer.end() + writer.finish()
    #expect(tokens(output) == #"[{"mapping":{}},{"mapping":{"a":null}}]"#)
    var empty = TranscriptWriter(.chatgpt)
    #expect(empty.finish() == Array("[]\n".utf8))
  }

  @Test func `what was appended to a tree follows its current node`() throws {
    let envelope = #"{"mapping":{"r":{"parent":null,"children":["a","x"]},"a":1,"x":2},"current_node":"a"}"#
    let text = try Self.write(
      .chatgpt, envelope: envelope,
      [
        .original(#"{"id":"a","message":{},"parent":"r","children":["b"]}"#), .erased,
        .chat(["role": "user", "content": "more"]), .chat(["role": "assistant", "content": "yes"]),
      ])
    let conversation = try #require(try JSON(parsing: text)[0])
    let mapping = try #require(conversation["mapping"]?.object)
    #expect(mapping.map(\.key) == ["r", "a", "x", "a-1", "a-2"])
    #expect(mapping[1].value["children"] == ["b", "a-1"])
    #expect(mapping[2].value == nil)
    #expect(conversation["current_node"] == "a-2")
    let again = try ImportedFile(text, format: .chatgpt).conversations[0]
    #expect(
      again.messages.filter { $0.branch == 0 }.flatMap(\.entries).map(\.contents).suffix(2) == [["more"], ["yes"]])
  }

  @Test func `what was appended in OpenAI's dialect is written in that of the file`() throws {
    let call: JSON = ["id": "1", "type": "function", "function": ["name": "get", "arguments": "{}"]]
    let chat: JSON = ["role": "assistant", "content": "x", "tool_calls": [call]]
    #expect(
      try Self.write(.anthropic, envelope: nil, [.chat(chat)])
        == #"{"id":"k","messages":[{"role":"assistant","content":[{"type":"text","text":"x"},{"type":"tool_use","id":"1","name":"get","input":{}}]}]}"#
        + "\n")
    let apple = try Self.write(.apple, envelope: nil, [.chat(chat)])
    #expect(
      try conversation(apple, .apple).chat == [
        ["role": "assistant", "content": "x"], ["role": "assistant", "content": nil, "tool_calls": [call]],
      ])
  }
}
