import Testing
import Transcripts

@testable import OfflineModel

@Suite struct ToolCallingTests {
  private func reply(_ messages: JSON, choice: JSON = "auto") throws -> Completion {
    let parameters: JSON = [
      "type": "object", "properties": ["city": ["type": "string"], "days": ["type": "integer", "minimum": 2]],
    ]
    let names: [JSON] = ["weather", "news"]
    let body: JSON = [
      "messages": messages, "tool_choice": choice,
      "tools": .array(
        names.map { ["type": "function", "function": ["name": $0, "parameters": parameters]] }),
    ]
    return try Answering().completion(for: try ChatRequest(body.utf8), number: 7)
  }

  @Test func `the tools that a prompt names are called, with the arguments that it gives`() throws {
    let prompt: JSON = #"First news {"days": 3, "of": {"a": 1}} and then weather."#
    let reply = try reply([["role": "user", "content": prompt]])
    #expect(reply.toolCalls.map(\.name) == ["news", "weather"])
    #expect(reply.toolCalls.map(\.id) == ["call_7_1", "call_7_2"])
    #expect(reply.toolCalls[0].arguments == #"{"days":3,"of":{"a":1}}"#)
    let made = try JSON(parsing: reply.toolCalls[1].arguments)
    #expect(made["city"] == prompt && made["days"] == 2)
    #expect(reply.finishReason == "tool_calls" && reply.text.isEmpty && reply.completionTokens > 0)
  }

  @Test func `nothing is called that was not named, or where nothing may be`() throws {
    #expect(try reply([["role": "user", "content": "Hello."]]).toolCalls.isEmpty)
    #expect(try reply([["role": "user", "content": "weather"]], choice: "none").toolCalls.isEmpty)
  }

  @Test func `a tool that must be called is called`() throws {
    #expect(try reply([["role": "user", "content": "Hi."]], choice: "required").toolCalls.map(\.name) == ["weather"])
    let named: JSON = ["type": "function", "function": ["name": "news"]]
    #expect(try reply([["role": "user", "content": "Hi."]], choice: named).toolCalls.map(\.name) == ["news"])
  }

  @Test func `what the tools returned is the answer`() throws {
    let messages: JSON = [
      ["role": "user", "content": "weather and news"],
      ["role": "assistant", "content": nil, "tool_calls": []],
      ["role": "tool", "content": "It rains."], ["role": "tool", "content": "Nothing new."],
    ]
    let answer = try reply(messages)
    #expect(answer.toolCalls.isEmpty && answer.text == "It rains.\nNothing new." && answer.finishReason == "stop")
    #expect(try reply(messages, choice: "required").toolCalls.count == 2)
  }

  @Test func `the pieces of calls add up in a stream`() throws {
    let reply = try reply([["role": "user", "content": "weather and news"]])
    let identity = CompletionIdentity(number: 7, created: 1_700_000_000)
    for bytes in [1, 1_000] {
      var arguments: [Int: String] = [:]
      for event in reply.events(identity, pieceBytes: bytes, includesUsage: false) {
        for piece in event["choices"]?[0]?["delta"]?["tool_calls"]?.array ?? [] {
          arguments[try #require(piece["index"]?.int), default: ""] += piece["function"]?["arguments"]?.string ?? ""
        }
      }
      #expect(arguments == [0: reply.toolCalls[0].arguments, 1: reply.toolCalls[1].arguments])
    }
  }
}

@Suite struct SchemaInstanceTests {
  @Test(arguments: [
    (#"{"type":"string"}"#, #""t""#), (#"{"type":"integer","minimum":3}"#, "3"), (#"{"type":"number"}"#, "0"),
    (#"{"type":"integer","exclusiveMinimum":0}"#, "1"), (#"{"type":"number","maximum":-2}"#, "-2"),
    (#"{"type":"boolean"}"#, "true"), (#"{"enum":["a","b"]}"#, #""a""#), (#"{"const":5}"#, "5"),
    (#"{"type":"array","items":{"type":"string"},"minItems":2}"#, #"["t","t"]"#),
    (#"{"type":"array","items":{"type":"string"}}"#, "[]"), (#"{"type":["string","null"]}"#, #""t""#),
    (#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#, "null"), (#"{"anyOf":[{"type":"integer"}]}"#, "0"),
    (
      ##"{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"type":"object","properties":{"b":{"type":"string"}}}}}"##,
      #"{"a":{"b":"t"}}"#
    ),
  ])
  func `a value follows its schema`(schema: String, value: String) throws {
    #expect(SchemaInstance.value(of: try JSON(parsing: schema), text: "t").text == value)
  }

  @Test func `a schema that only refers to itself has an end`() throws {
    let schema = try JSON(parsing: ##"{"type":"object","properties":{"next":{"$ref":"#"}}}"##)
    #expect(SchemaInstance.value(of: schema, text: "t").text.contains("null"))
  }
}
