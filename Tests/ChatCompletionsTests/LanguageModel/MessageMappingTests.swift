import ChatCompletions
import LanguageModels
import Testing

@Suite struct MessageMappingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var entries: [Transcript.Entry]
    /// The elements of `messages`.
    var messages: [String]
  }

  private static let structure = Transcript.Segment.structure(
    .init(source: "Recipe", content: ["name": "Soup", "steps": [1, 2]]))

  static let cases = [
    Case(
      testDescription: "instructions, a prompt and an answer have their roles",
      entries: [instructions("Be brief.", "Be kind."), prompt("a", "b"), response("c"), prompt("d")],
      messages: [
        #"{"role":"system","content":"Be brief.\nBe kind."}"#, #"{"role":"user","content":"a\nb"}"#,
        #"{"role":"assistant","content":"c"}"#, #"{"role":"user","content":"d"}"#,
      ]),
    Case(
      testDescription: "all instructions are one message at the front",
      entries: [prompt("a"), response("b"), instructions("one"), instructions("two"), prompt("c")],
      messages: [
        #"{"role":"system","content":"one\n\ntwo"}"#, #"{"role":"user","content":"a"}"#,
        #"{"role":"assistant","content":"b"}"#, #"{"role":"user","content":"c"}"#,
      ]),
    Case(
      testDescription: "blank instructions are none", entries: [instructions(" \n"), prompt("a")],
      messages: [#"{"role":"user","content":"a"}"#]),
    Case(
      testDescription: "structures are JSON", entries: [prompt([.text(.init(content: "Cook:")), structure])],
      messages: [#"{"role":"user","content":"Cook:\n{\"name\":\"Soup\",\"steps\":[1,2]}"}"#]),
    Case(
      testDescription: "reasoning goes with the answer that follows it",
      entries: [prompt("a"), reasoning("hm"), response("b"), prompt("c")],
      messages: [
        #"{"role":"user","content":"a"}"#, #"{"role":"assistant","content":"b","reasoning_content":"hm"}"#,
        #"{"role":"user","content":"c"}"#,
      ]),
    Case(
      testDescription: "reasoning goes with the calls that follow it",
      entries: [prompt("a"), reasoning("hm"), calls(("1", "f", "{}")), output("1", "o")],
      messages: [
        #"{"role":"user","content":"a"}"#,
        #"{"role":"assistant","content":null,"reasoning_content":"hm","tool_calls":[{"id":"1","type":"function","function":{"name":"f","arguments":"{}"}}]}"#,
        #"{"role":"tool","content":"o","tool_call_id":"1"}"#,
      ]),
    Case(
      testDescription: "reasoning that led to nothing is not sent, and neither is an answer without words",
      entries: [prompt("a"), reasoning("hm"), response(" "), prompt("b")],
      messages: [#"{"role":"user","content":"a\n\nb"}"#]),
    Case(
      testDescription: "the calls of one reply are one message, whatever stands between them",
      entries: [
        prompt("a"), response("I look."), calls(("1", "f", #"{"x":1}"#)), reasoning("and"), calls(("2", "g", " ")),
        output("2", "two"), output("1", ""), response("done"), prompt("b"),
      ],
      messages: [
        #"{"role":"user","content":"a"}"#,
        #"{"role":"assistant","content":"I look.","reasoning_content":"and","tool_calls":[{"id":"1","type":"function","function":{"name":"f","arguments":"{\"x\":1}"}},{"id":"2","type":"function","function":{"name":"g","arguments":"{}"}}]}"#,
        #"{"role":"tool","content":"two","tool_call_id":"2"}"#, #"{"role":"tool","content":"","tool_call_id":"1"}"#,
        #"{"role":"assistant","content":"done"}"#, #"{"role":"user","content":"b"}"#,
      ]),
    Case(
      testDescription: "rounds of calls stay apart, also with the same ids",
      entries: [
        prompt("a"), calls(("1", "f", "{}")), output("1", "x"), calls(("1", "f", "{}")), output("1", "y"),
      ],
      messages: [
        #"{"role":"user","content":"a"}"#,
        #"{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"f","arguments":"{}"}}]}"#,
        #"{"role":"tool","content":"x","tool_call_id":"1"}"#,
        #"{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"f","arguments":"{}"}}]}"#,
        #"{"role":"tool","content":"y","tool_call_id":"1"}"#,
      ]),
    Case(
      testDescription: "images are parts beside the text",
      entries: [
        prompt([
          .text(.init(content: "What?")), image(["url": "https://h/a.png"]), image(["data": "/9j/AAAA"]),
          image(["image": ["data": "AAAA", "mimeType": "image/bmp"]]),
        ])
      ],
      messages: [
        #"{"role":"user","content":[{"type":"text","text":"What?"},{"type":"image_url","image_url":{"url":"https://h/a.png"}},{"type":"image_url","image_url":{"url":"data:image/jpeg;base64,/9j/AAAA"}},{"type":"image_url","image_url":{"url":"data:image/bmp;base64,AAAA"}}]}"#
      ]),
    Case(
      testDescription: "arguments that are no string are written once",
      entries: [
        prompt("a"),
        Transcript.Entry(json: [
          "role": "response", "id": "c", "toolCalls": [["id": "1", "name": "f", "arguments": ["x": 1]]],
        ])!,
        output("1", "o"),
      ],
      messages: [
        #"{"role":"user","content":"a"}"#,
        #"{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"f","arguments":"{\"x\":1}"}}]}"#,
        #"{"role":"tool","content":"o","tool_call_id":"1"}"#,
      ]),
    Case(
      testDescription: "what a server wants back with a call is sent back",
      entries: [
        prompt("a"),
        .toolCalls(
          .init(
            id: "c",
            calls: [
              .init(id: "1", toolName: "f", arguments: "{}", metadata: ["extra_content": ["signature": "abc"]])
            ])),
        output("1", "o"),
      ],
      messages: [
        #"{"role":"user","content":"a"}"#,
        #"{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"f","arguments":"{}"},"extra_content":{"signature":"abc"}}]}"#,
        #"{"role":"tool","content":"o","tool_call_id":"1"}"#,
      ]),
  ]

  @Test(arguments: cases)
  func `a history is written as messages`(example: Case) async throws {
    let asked = try await ask(.hello, request: request(example.entries))
    #expect(asked.error == nil)
    let body = try JSON(parsing: try #require(asked.transport.bodies.first))
    #expect(body["messages"]?.array?.map(\.text) == example.messages)
  }

  struct Refused: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var entries: [Transcript.Entry]
    /// The kinds of the entries that are named.
    var named: [EntryKind]
  }

  @Test(arguments: [
    Refused(testDescription: "nothing to answer", entries: [prompt("a"), response("b")], named: [.response]),
    Refused(testDescription: "nothing at all", entries: [], named: []),
    Refused(testDescription: "a blank prompt alone", entries: [prompt(" ")], named: [.prompt]),
    Refused(
      testDescription: "calls without outputs", entries: [prompt("a"), calls(("1", "f", "{}")), prompt("b")],
      named: [.toolCalls]),
    Refused(
      testDescription: "half of the outputs",
      entries: [prompt("a"), calls(("1", "f", "{}"), ("2", "f", "{}")), output("1", "x"), response("b"), prompt("c")],
      named: [.toolCalls]),
    Refused(testDescription: "an output of no call", entries: [prompt("a"), output("1", "x")], named: [.toolOutput]),
    Refused(
      testDescription: "a second output",
      entries: [prompt("a"), calls(("1", "f", "{}")), output("1", "x"), output("1", "y")], named: [.toolOutput]),
    Refused(
      testDescription: "a call without a name", entries: [prompt("a"), calls(("1", "", "{}")), output("1", "x")],
      named: [.toolCalls]),
    Refused(
      testDescription: "an attachment that is no image",
      entries: [prompt([.attachment(.init(type: "file", content: ["data": "AAAA"]))])], named: [.prompt]),
    Refused(
      testDescription: "an image in an answer",
      entries: [
        prompt("a"), .response(.init(id: "r", segments: [image(["url": "https://h/a.png"])])), prompt("b"),
      ], named: [.response]),
  ])
  func `a history that no server takes is not sent, and says which entries are at fault`(example: Refused) async throws
  {
    let asked = try await ask(.hello, request: request(example.entries))
    #expect(asked.transport.requests.isEmpty)
    guard case .unsupportedTranscriptContent(let content)? = asked.error as? LanguageModelError else {
      Issue.record("threw \(String(describing: asked.error))")
      return
    }
    #expect(content.entries.map(\.kind) == example.named)
  }

  @Test func `an image for a model that sees none is not sent`() async throws {
    let asked = try await ask(
      .hello, request: request([prompt([image(["url": "https://h/a.png"])])]), capabilities: [.toolCalling])
    #expect(asked.transport.requests.isEmpty)
    guard case .unsupportedCapability(let lacking)? = asked.error as? LanguageModelError else {
      Issue.record("threw \(String(describing: asked.error))")
      return
    }
    #expect(lacking.capability == .vision)
  }
}
