import ChatCompletions
import Testing

/// What servers were seen to send; see the table of stream content shapes.
@Suite struct ReplyShapesTests {
  private func content(_ deltas: String..., finish: String? = "stop") -> ReplyContent? {
    var text = deltas.map { #"data: {"choices":[{"index":0,"delta":\#($0)}]}"# + "\n\n" }.joined()
    if let finish { text += #"data: {"choices":[{"index":0,"delta":{},"finish_reason":"\#(finish)"}]}"# + "\n\n" }
    return read(text + "data: [DONE]\n\n").content
  }

  @Test func `text comes as strings, as null and as parts`() {
    #expect(content(#"{"role":"assistant","content":null}"#, #"{"content":"a"}"#)?.text == "a")
    let parts = content(
      #"{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]}]}"#,
      #"{"content":[{"type":"text","text":"2 + 2"},{"type":"text","text":" = 4"}]}"#, #"{"content":""}"#)
    #expect(parts?.text == "2 + 2 = 4")
    #expect(parts?.reasoning == "hm")
  }

  @Test(arguments: [
    #"{"reasoning_content":"hm"}"#, #"{"reasoning":"hm"}"#, #"{"reasoning_content":"hm","reasoning":"hm"}"#,
    #"{"reasoning_details":[{"type":"reasoning.text","text":"hm"}]}"#, #"{"content":"<think>hm</think>\n\n"}"#,
    #"{"content":"\n<think>hm</think>"}"#, #"{"content":"hm</think>\n\n"}"#,
  ])
  func `reasoning is kept apart from the answer, and never twice`(delta: String) {
    let reply = content(delta, #"{"content":"four"}"#)
    #expect(reply?.text == "four")
    #expect(reply?.reasoning == "hm")
  }

  @Test func `reasoning alone is no answer`() {
    #expect(content(#"{"reasoning_content":"hm"}"#)?.text == "")
    #expect(content(#"{"content":"<think>hm"}"#)?.text == "")
    let cut = content(#"{"content":"<think>hm"}"#, finish: "length")
    #expect(cut?.text == "")
    #expect(cut?.finish == .length)
  }

  @Test func `tags in the middle of a text are text`() {
    let text = "Write <think> before and </think> after it."
    #expect(content(#"{"content":"\#(text)"}"#)?.text == text)
  }

  @Test(arguments: [
    ("stop", FinishReason.stop), ("eos", .stop), ("end", .stop), ("length", .length), ("tool_calls", .toolCalls),
    ("function_call", .toolCalls), ("content_filter", .contentFilter), ("model_context_window_exceeded", .length),
  ])
  func `a finish reason has many names`(word: String, reason: FinishReason) {
    #expect(content(#"{"content":"a"}"#, finish: word)?.finish == reason)
  }

  @Test(arguments: ["error", "network_error", "insufficient_system_resource"])
  func `a finish reason may be an error`(word: String) {
    let action = read(stream(#"{"content":"a"}"#, finish: word))
    #expect(action.serverError != nil)
    #expect(action.failure?.partialTextBytes == 1)
  }

  @Test func `an empty finish reason is none`() {
    #expect(content(#"{"content":"a"}"#, finish: "")?.evidence == .doneMarker)
  }

  @Test func `a refusal is not an empty text`() {
    let reply = content(#"{"content":null,"refusal":"I can"}"#, #"{"refusal":"not."}"#)
    #expect(reply?.refusal == "I cannot.")
    #expect(reply?.finish == .refusal)
    #expect(reply?.text == "")
  }

  @Test func `text beside tool calls is kept, empty lists of calls are none`() {
    let reply = content(#"{"content":"a","tool_calls":[]}"#, #"{"content":"b","tool_calls":null}"#)
    #expect(reply?.text == "ab")
    #expect(reply?.finish == .stop)
  }

  @Test func `of several interleaved answers the first is read`() {
    let body =
      #"data: {"choices":[{"index":1,"delta":{"content":"x"}},{"index":0,"delta":{"content":"a"}}]}"# + "\n\n"
      + #"data: {"choices":[{"index":1,"delta":{"content":"y"},"finish_reason":"length"}]}"# + "\n\n"
      + #"data: {"choices":[{"index":0,"delta":{"content":"b"},"finish_reason":"stop"}]}"# + "\n\n"
    let reply = read(body).content
    #expect(reply?.text == "ab")
    #expect(reply?.finish == .stop)
  }

  @Test func `the message so far beside a delta is not added`() {
    let body =
      #"data: {"choices":[{"delta":{"content":"a"},"message":{"content":"a"}}]}"# + "\n\n"
      + #"data: {"choices":[{"delta":{"content":"b"},"message":{"content":"ab"},"finish_reason":"stop"}]}"# + "\n\n"
    #expect(read(body).content?.text == "ab")
  }

  @Test func `chunks without choices, of other kinds and with empty names are passed over`() {
    let body =
      #"data: {"choices":[],"created":0,"id":"","model":"","object":"","prompt_filter_results":[{}]}"# + "\n\n"
      + #"data: {"type":"ping"}"# + "\n\n"
      + #"data: {"id":"","model":"m-1","choices":[{"delta":{"content":"a"},"obfuscation":"xyz"}]}"# + "\n\n"
      + stream(finish: "stop")
    let reply = read(body).content
    #expect(reply?.text == "a")
    #expect(reply?.model == "m-1")
  }

  @Test func `a chunk whose choices are null is no answer`() {
    #expect(read(#"data: {"id":null,"choices":null}"# + "\n\n").isMalformed)
    #expect(read(#"{"id":null,"choices":null}"#).isMalformed)
  }

  @Test func `half a surrogate pair and characters that others take for line ends do no harm`() {
    #expect(content(#"{"content":"a\ud83d"}"#)?.text == "a\u{FFFD}")
    #expect(content("{\"content\":\"a\u{2028}\u{85}b\"}")?.text == "a\u{2028}\u{85}b")
  }
}
