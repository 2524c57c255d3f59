import ChatCompletions
import HTTPTransport
import LanguageModels
import Testing

@Suite struct ReplyEventsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var body: String
    var outline: [String]
  }

  private static let stopped = #"response metadata finish_reason="stop""#
  private static let called = #"tool-calls metadata finish_reason="tool_calls""#

  static let cases = [
    Case(
      testDescription: "reasoning, text and calls under three ids, interleaved",
      body: stream(
        #"{"role":"assistant","content":""}"#, #"{"reasoning_content":"a"}"#, #"{"reasoning_content":"b"}"#,
        #"{"content":"x"}"#, #"{"reasoning_content":"c"}"#, #"{"content":"y"}"#,
        #"{"tool_calls":[{"index":0,"id":"1","function":{"name":"f","arguments":"{"}}]}"#,
        #"{"tool_calls":[{"index":1,"id":"2","function":{"name":"g","arguments":""}}]}"#,
        #"{"tool_calls":[{"index":0,"function":{"arguments":"}"}}]}"#, finish: "tool_calls"),
      outline: [
        #"reasoning text in 2: "ab""#, #"response text in 1: "x""#, #"reasoning text in 1: "c""#,
        #"response text in 1: "y""#, #"tool-calls call 1 f in 1: "{""#, #"tool-calls call 2 g in 1: """#,
        #"tool-calls call 1 f in 1: "}""#, called,
      ]),
    Case(
      testDescription: "content beside calls is not lost, nor beside an empty list of them",
      body: stream(
        #"{"content":"x","tool_calls":[{"id":"1","function":{"name":"f","arguments":"{}"}}]}"#,
        #"{"content":"y","tool_calls":[]}"#),
      outline: [
        #"response text in 1: "x""#, #"tool-calls call 1 f in 1: "{}""#, #"response text in 1: "y""#, called,
      ]),
    Case(
      testDescription: "an id that is repeated, a name that comes late and empty ones",
      body: stream(
        #"{"tool_calls":[{"index":0,"id":"1","function":{"arguments":"{"}}]}"#,
        #"{"tool_calls":[{"index":0,"id":"1","function":{"name":"f","arguments":"\"x\""}}]}"#,
        #"{"tool_calls":[{"index":0,"id":"","function":{"name":"","arguments":":1}"}}]}"#),
      outline: [#"tool-calls call 1 f in 2: "{\"x\":1}""#, called]),
    Case(
      testDescription: "no index, no id, and arguments that are an object",
      body: stream(#"{"tool_calls":[{"function":{"name":"f","arguments":{"x":1}}}]}"#),
      outline: [#"tool-calls call call00001 f in 1: "{\"x\":1}""#, called]),
    Case(
      testDescription: "the same thoughts under two names are thought once",
      body: stream(#"{"reasoning":"a","reasoning_content":"a"}"#, #"{"content":"x"}"#),
      outline: [#"reasoning text in 1: "a""#, #"response text in 1: "x""#, stopped]),
    Case(
      testDescription: "thoughts between tags, which are cut anywhere",
      body: stream(
        #"{"content":"\n<th"}"#, #"{"content":"ink>a<"}"#, #"{"content":"b</thi"}"#, #"{"content":"nk>\n"}"#,
        #"{"content":"\nx"}"#, #"{"content":"<think>"}"#),
      outline: [#"reasoning text in 2: "a<b""#, #"response text in 2: "x<think>""#, stopped]),
    Case(
      testDescription: "thoughts whose end nobody saw are no answer",
      body: stream(#"{"content":"<think>a</th"}"#),
      outline: [#"reasoning text in 2: "a</th""#, #"reasoning metadata finish_reason="stop""#]),
    Case(
      testDescription: "thoughts without an opening tag are taken back from the answer",
      body: stream(#"{"content":"a"}"#, #"{"content":"\n</think>\n"}"#, #"{"content":"x"}"#),
      outline: [
        #"response text in 3: "a\n</think>\nx""#, #"reasoning replaced by "a\n""#, #"response replaced by "x""#,
        stopped,
      ]),
    Case(
      testDescription: "parts of the content, thoughts among them",
      body: stream(
        #"{"content":[{"type":"thinking","thinking":[{"type":"text","text":"a"}]}]}"#,
        #"{"content":[{"type":"text","text":"x"}]}"#),
      outline: [#"reasoning text in 1: "a""#, #"response text in 1: "x""#, stopped]),
    Case(
      testDescription: "JSON instead of a stream",
      body:
        #"{"model":"m-1","choices":[{"message":{"reasoning_content":"a","content":"x"},"finish_reason":"length"}]}"#,
      outline: [
        #"reasoning text in 1: "a""#, #"response text in 1: "x""#,
        #"response metadata finish_reason="length" model="m-1""#,
      ]),
    Case(
      testDescription: "usage of a chunk without choices, after comments, CRLF and no space behind the colon",
      body: ": hi\r\n\r\ndata:{\"choices\":[{\"delta\":{\"content\":\"x\"},\"finish_reason\":\"stop\"}]}\r\n\r\n"
        + "data:{\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":2,\"total_tokens\":31,"
        + "\"prompt_tokens_details\":{\"cached_tokens\":4},\"completion_tokens_details\":{\"reasoning_tokens\":20}}}\r\n\r\n"
        + "data:[DONE]\r\n\r\n",
      outline: [
        #"response text in 1: "x""#, stopped, "response usage input 9 cached 4 output 22 reasoning 20",
      ]),
    Case(
      testDescription: "what a server wants back with a call",
      body: stream(
        #"{"tool_calls":[{"id":"1","function":{"name":"f","arguments":"{}"},"extra_content":{"s":"t"}}]}"#),
      outline: [
        #"tool-calls call 1 f in 1: "{}""#, #"tool-calls call 1 metadata extra_content={"s":"t"}"#, called,
      ]),
    Case(testDescription: "an answer without words", body: stream(#"{"content":""}"#), outline: [stopped]),
  ]

  @Test(arguments: cases)
  func `what a server says becomes events`(example: Case) async throws {
    let asked = try await ask(.body(example.body))
    #expect(asked.error == nil)
    #expect(asked.events.outline == example.outline)
  }

  /// The deltas of a body that is read in pieces, and the reply that they are of.
  private func follow(_ body: String, size: Int) -> ([ReplyDelta], ReplyContent?) {
    var reader = ReplyReader(callIDPrefix: "call0000", isFollowed: true)
    var deltas: [ReplyDelta] = []
    var rest = Array(body.utf8)[...]
    while !rest.isEmpty {
      let action = reader.event(.bytes(Array(rest.prefix(size))))
      deltas += reader.takeDeltas()
      if let content = action.content { return (deltas, content) }
      rest = rest.dropFirst(size)
    }
    let action = reader.event(.ended)
    return (deltas + reader.takeDeltas(), action.content)
  }

  @Test(arguments: cases)
  func `however the bytes come, the pieces are the same and add up to the reply`(example: Case) throws {
    let (whole, reply) = follow(example.body, size: .max)
    let content = try #require(reply)
    for size in [1, 2, 7, 64] { #expect(follow(example.body, size: size).0 == whole, "in pieces of \(size)") }
    var (text, reasoning) = ("", "")
    var arguments: [String: String] = [:]
    for delta in whole {
      switch delta {
      case .text(let piece): text += piece
      case .reasoning(let piece): reasoning += piece
      case .replaceText(let all): text = all
      case .replaceReasoning(let all): reasoning = all
      case .toolCall(let id, _, let piece): arguments[id, default: ""] += piece
      }
    }
    #expect(text == content.text)
    #expect(reasoning == content.reasoning)
    #expect(arguments == Dictionary(uniqueKeysWithValues: content.toolCalls.map { ($0.id, $0.arguments) }))
  }

  @Test func `an id that is made up is that of no other call in the history, and always the same`() async throws {
    let body = stream(#"{"tool_calls":[{"function":{"name":"f","arguments":"{}"}},{"function":{"name":"g"}}]}"#)
    func ids(after history: [Transcript.Entry]) async throws -> [String] {
      try await ask(.body(body), request: request(history)).events.compactMap { event in
        if case .toolCalls(_, .toolCall(let id, _, .appendArguments)) = event { id } else { nil }
      }
    }
    #expect(try await ids(after: [prompt("a")]) == ["call00001", "call00002"])
    let round = [calls(("call00001", "f", "{}")), output("call00001", "o")]
    #expect(try await ids(after: [prompt("a")] + round) == ["call00011", "call00012"])
    let hidden = [calls(("call00011", "f", "{}")), output("call00011", "o")]
    #expect(try await ids(after: [prompt("a")] + hidden) == ["call00021", "call00022"])
  }
}
