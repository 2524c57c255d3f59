import ChatCompletions
import HTTPTransport
import Testing

@Suite struct ReplyReaderTests {
  static let hello = stream(#"{"role":"assistant","content":"Hel"}"#, #"{"content":"lo 👋"}"#)
  static let whole =
    #"{"choices":[{"index":0,"message":{"role":"assistant","content":"Hello 👋"},"finish_reason":"stop"}]}"#

  @Test(arguments: [1, 2, 3, 7, 64, Int.max])
  func `an answer is the same in pieces of any size, as a stream or as JSON`(size: Int) {
    for body in [
      Self.hello, Self.hello.replacingLineEnds(with: "\r\n"), Self.hello.replacingLineEnds(with: "\r"), Self.whole,
      "\n\n \n" + Self.whole, "\u{FEFF}" + Self.hello, Self.whole + "\n\ndata: [DONE]\n\n", Self.whole + "data: [DONE)",
      Self.hello.replacing("data: ", with: "data:"),
    ] {
      let content = read(body.utf8, size: size).content
      #expect(content?.text == "Hello 👋")
      #expect(content?.finish == .stop)
      #expect(content?.evidence == .finishReason)
    }
  }

  @Test func `an answer is over at its end marker, although the connection stays open`() {
    var reader = ReplyReader()
    #expect(reader.event(.bytes(Array(Self.hello.utf8))).content?.text == "Hello 👋")
  }

  @Test(arguments: ["[DONE]", " [DONE] ", "[DONE]\r"])
  func `the end marker may have spaces around it`(marker: String) {
    let body = stream(#"{"content":"a"}"#, finish: nil, done: false) + "event: done\ndata: \(marker)\n\n"
    let content = read(body).content
    #expect(content?.text == "a")
    #expect(content?.evidence == .doneMarker)
  }

  @Test(arguments: ["[DONE]x", "[DONE]\ndata: {}", "{\"a\":"])
  func `what only looks like an end marker, or like JSON, fails the answer`(data: String) {
    #expect(read(stream(#"{"content":"a"}"#, finish: nil, done: false) + "data: \(data)\n\n").isMalformed)
  }

  @Test func `what follows the end marker is of no interest`() {
    #expect(read(Self.hello + "data: {broken\n\ndata: {\"error\":\"late\"}\n\n").content?.text == "Hello 👋")
  }

  @Test(arguments: [
    "", "\n\n", ": waiting\n\n", stream(#"{"content":"half"}"#, finish: nil, done: false),
    stream(#"{"content":""}"#, finish: nil), "data: [DONE]\n\n", #"{"choices":[{"message":{"content":"ha"#,
    #"data: {"choices":[{"delta":{"content":"a"}}]}"# + "\n\n" + #"data: {"choices":[{"delta":{"content":"b"#,
    stream(#"{"content":"a"}"#, finish: "no_such_reason"),
  ])
  func `an answer without a clean end is cut, however its connection ended`(body: String) {
    #expect(read(body).failure?.kind == .truncated)
    let reset = TransportError(.closed(bodyBytes: 1, headReceived: true), host: "h")
    let broken = read(body, end: .broken(reset)).failure?.kind
    #expect(broken == .transport(reset) || broken == .truncated)
  }

  @Test func `a connection that breaks after the finish reason does no harm`() {
    let reset = TransportError(.closed(bodyBytes: 1, headReceived: true), host: "h")
    let body = stream(#"{"content":"a"}"#, done: false)
    #expect(read(body, end: .broken(reset)).content?.text == "a")
    #expect(read(body).content?.text == "a")
    #expect(read(Self.whole, end: .broken(reset)).content?.text == "Hello 👋")
  }

  @Test func `a last event that lacks only its blank line counts`() {
    let body = #"data: {"choices":[{"delta":{"content":"a"},"finish_reason":"stop"}]}"#
    #expect(read(body).content?.text == "a")
    #expect(read(stream(#"{"content":"a"}"#, finish: nil, done: false) + "data: [DONE]").content?.text == "a")
  }

  @Test func `heartbeats, comments in disguise and empty events are skipped, and are no tokens`() {
    var reader = ReplyReader()
    for beat in [
      ": OPENROUTER PROCESSING\n\n", ":\n\n", "data: : OPENROUTER PROCESSING\n\n", "data:\n\n", "event: ping\n\n",
    ] {
      #expect(reader.event(.bytes(Array(beat.utf8))) == .read(isToken: false))
    }
    #expect(
      reader.event(.bytes(Array(#"data: {"choices":[{"delta":{"role":"assistant","content":null}}]}"#.utf8)))
        == .read(isToken: false))
    #expect(reader.event(.bytes(Array("\n\n".utf8))) == .read(isToken: false))
    #expect(
      reader.event(.bytes(Array((#"data: {"choices":[{"delta":{"content":"a"}}]}"# + "\n\n").utf8)))
        == .read(isToken: true))
  }

  @Test(arguments: ["<html><title>502 Bad Gateway</title></html>", "{\"choices\":[}", "{\"id\":1}", "[]", "{}{}"])
  func `a body that is no answer says so`(body: String) {
    #expect(read(body).isMalformed)
  }

  @Test func `a JSON reply is read like a stream, its finish reason and tool calls too`() {
    let content = read(
      #"{"model":"x","choices":[{"message":{"content":null,"tool_calls":[{"id":"c","function":{"name":"f","arguments":"{}"}}]},"#
        + #""finish_reason":"tool_calls"}],"usage":{"prompt_tokens":3,"completion_tokens":4}}"#
    ).content
    #expect(content?.finish == .toolCalls)
    #expect(content?.toolCalls.map(\.name) == ["f"])
    #expect(content?.model == "x")
    #expect(content?.usage == TokenUsage(input: 3, output: 4))
  }

  @Test func `a whole reply without a finish reason is taken, and marked`() {
    let content = read(#"{"choices":[{"message":{"content":"a"},"finish_reason":null}]}"#).content
    #expect(content?.text == "a")
    #expect(content?.evidence == .wholeReply)
  }
}

extension String {
  fileprivate func replacingLineEnds(with end: String) -> String {
    String(decoding: utf8.flatMap { $0 == 0x0A ? Array(end.utf8) : [$0] }, as: UTF8.self)
  }
}
