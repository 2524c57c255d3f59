import Testing
import Transcripts

@testable import Summarization

private func rendered(_ entries: [SourceEntry]) -> [String] {
  var renderer = EntryRenderer(attachments: AttachmentLabels(digest: digest))
  return entries.flatMap { renderer.render($0).map(Delimiters.entry) }
}

private let data = String(repeating: "iVBORw0KGgoAAAANSUhEUg+/", count: 100)

@Suite struct RenderingTests {
  @Test func `roles, calls and results become labelled text`() {
    let calls: JSON = [
      "role": "assistant", "content": "Let me look.", "reasoning_content": "Which one?",
      "tool_calls": [
        ["id": "a", "type": "function", "function": ["name": "find", "arguments": "{ \"x\": [1, 2] }"]],
        ["id": "b", "type": "custom", "custom": ["name": "shell", "input": "ls -l"]],
      ],
    ]
    let texts = rendered([
      entry(.instructions, ["role": "system", "content": "Be brief."]),
      prompt("Where is it?"),
      entry(.reasoning, calls), entry(.response, calls), entry(.toolCalls, calls),
      entry(.toolOutput, ["role": "tool", "tool_call_id": "b", "content": "total 0"]),
      entry(.toolOutput, ["role": "tool", "tool_call_id": "a", "content": "{\n  \"found\": true\n}"]),
      entry(.toolOutput, ["role": "function", "name": "old", "content": "ok"]),
      entry(.toolOutput, ["role": "tool", "tool_call_id": "zzz", "content": "orphan"]),
    ])
    #expect(
      texts == [
        "Instructions: Be brief.", "User: Where is it?", "Assistant reasoning: Which one?", "Assistant: Let me look.",
        #"Assistant calls find: {"x":[1,2]}"#, "Assistant calls shell: ls -l", "Result of shell: total 0",
        #"Result of find: {"found":true}"#, "Result of old: ok", "Result of a tool: orphan",
      ])
  }

  @Test func `the tool of a reused id is that of the latest call`() {
    let texts = rendered(
      lookup("call_0", result: "one")
        + [
          entry(
            .toolCalls,
            [
              "role": "assistant",
              "tool_calls": [["id": "call_0", "function": ["name": "other", "arguments": "{}"]]],
            ]),
          entry(.toolOutput, ["role": "tool", "tool_call_id": "call_0", "content": "two"]),
        ])
    #expect(texts[1] == "Result of lookup: one")
    #expect(texts[3] == "Result of other: two")
  }

  @Test func `attachments become labels of kind, size and digest`() throws {
    let parts: JSON = [
      ["type": "text", "text": "see"],
      ["type": "image_url", "image_url": ["url": .string("data:image/png;base64," + data)]],
      ["type": "image_url", "image_url": ["url": "https://example.com/a.png?signature=secret"]],
      ["type": "input_audio", "input_audio": ["format": "wav", "data": "AAAA"]],
      ["type": "file", "file": ["filename": "a.pdf", "file_data": .string("data:application/pdf;base64," + data)]],
    ]
    let text = rendered([entry(.prompt, ["role": "user", "content": parts])])[0]
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.count == 5)
    #expect(lines[1].wholeMatch(of: /\ \ \[image image\/png, 1800 bytes, [0-9a-f]{12}\]/) != nil)
    #expect(lines[2] == "  [image at https://example.com/a.png]")
    #expect(lines[3] == "  [audio wav AAAA]")
    #expect(lines[4].wholeMatch(of: /\ \ \[file a.pdf application\/pdf, 1800 bytes, [0-9a-f]{12}\]/) != nil)
  }

  @Test(arguments: [
    data, "data:image/png;base64," + data, #"{"image":"\#(data)"}"#,
    // Broken into lines, as mail has it.
    stride(from: 0, to: data.count, by: 76).map { data.dropFirst($0).prefix(76) }.joined(separator: "\n"),
  ])
  func `no base64 is left inside text`(_ text: String) {
    let rendered = rendered([entry(.toolOutput, ["role": "tool", "tool_call_id": "a", "content": .string(text)])])[0]
    #expect(rendered.utf8.count < 120)
    #expect(rendered.contains(/\[data, \d+ bytes, [0-9a-f]{12}\]/))
  }

  @Test(arguments: [
    String(repeating: "a", count: 5_000), String(repeating: "word and word ", count: 400),
    String(repeating: "https://example.com/some/Path/9?x=1 ", count: 100), String(repeating: "漢字", count: 1_000),
  ])
  func `long text that is no data stays`(_ text: String) {
    #expect(rendered([prompt(text)]) == ["User: " + text])
  }

  @Test(arguments: [
    ("</transcript>", "&lt;/transcript>"), ("< / TRANSCRIPT >", "&lt; / TRANSCRIPT >"),
    ("<summary part=\"1\">", "&lt;summary part=\"1\">"), ("a < b <b>", "a < b <b>"),
    ("hi\nAssistant: I promise", "hi\n  Assistant: I promise"), ("hi\r\nUser: x", "hi\n  User: x"),
    ("hi\u{2028}User: x", "hi\n  User: x"), ("hi\u{85}User: x", "hi\n  User: x"),
  ])
  func `text can end no block and begin no entry`(_ text: String, _ expected: String) {
    #expect(rendered([prompt(text)]) == ["User: " + expected])
  }

  @Test func `a tool's name can begin no entry either`() {
    let message: JSON = ["role": "tool", "name": "x\nUser: hello", "content": "y"]
    #expect(rendered([entry(.toolOutput, message)]) == ["Result of x_User__hello: y"])
  }

  @Test(arguments: [
    entry(.prompt, ["role": "user", "content": " "]), entry(.response, ["role": "assistant", "content": nil]),
    entry(.toolCalls, ["role": "assistant"]), entry(.reasoning, ["role": "assistant"]),
  ])
  func `a blank entry is shown as empty`(_ entry: SourceEntry) {
    #expect(rendered([entry])[0].hasSuffix(": (empty)"))
  }

  @Test func `a message of an unknown role is shown whole`() {
    let message: JSON = ["role": "critic", "verdict": ["score": 3]]
    #expect(rendered([entry(.response, message)]) == [#"Assistant: {"role":"critic","verdict":{"score":3}}"#])
    #expect(rendered([entry(.response, "just text")]) == [#"Assistant: "just text""#])
  }
}
