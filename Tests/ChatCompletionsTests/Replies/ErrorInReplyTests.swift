import ChatCompletions
import Testing

/// A status of success, and an error in the body.
@Suite struct ErrorInReplyTests {
  @Test(arguments: [
    (#"{"error":{"message":"TimeoutError","type":"GatewayTimeout","code":504}}"#, 504),
    (#"{"error":{"code":502,"message":"upstream"},"choices":[{"delta":{"content":""},"finish_reason":"error"}]}"#, 502),
    (#"{"code":429,"message":"slow down"}"#, 429),
    (#"[{"error":{"code":429,"message":"slow down"}}]"#, 429),
    (#"{"object":"error","message":"bad","code":400}"#, 400),
    (#"{"type":"error","error":{"type":"overloaded_error","message":"busy"}}"#, nil),
    (#"{"error":"just words"}"#, nil),
    (#"{"success":false,"error":{"message":"no"}}"#, nil),
  ])
  func `an error is an error, in a stream and in JSON, whatever follows it`(body: String, status: Int?) {
    for text in ["data: \(body)\n\ndata: [DONE]\n\n", body] {
      let error = read(text).serverError
      #expect(error != nil)
      #expect(error?.status == status)
      #expect(error?.message.isEmpty == false)
    }
  }

  @Test func `an error after some text keeps count of what came before`() {
    let body = stream(#"{"content":"half"}"#, finish: nil, done: false)
    let failure = read(
      body + #"data: {"error":{"code":502,"message":"x"},"usage":{"prompt_tokens":9,"completion_tokens":1}}"# + "\n\n"
    ).failure
    #expect(failure?.partialTextBytes == 4)
    #expect(failure?.usage == TokenUsage(input: 9, output: 1))
  }

  @Test(arguments: [#"{"code":400,"details":"too long"}"#, "plain words", #"{"anything":1}"#])
  func `an event of type error is an error whatever its data`(data: String) {
    #expect(read("event: error\ndata: \(data)\n\ndata: [DONE]\n\n").serverError != nil)
  }

  @Test func `an empty error member is none`() {
    #expect(
      read(#"{"error":null,"choices":[{"message":{"content":"a"},"finish_reason":"stop"}]}"#).content?.text == "a")
    #expect(read(#"{"error":{},"choices":[{"message":{"content":"a"},"finish_reason":"stop"}]}"#).content?.text == "a")
  }
}
