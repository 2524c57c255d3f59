import Testing
import Transcripts

@testable import ChatCompletions

@Suite struct TokenUsageTests {
  @Test(arguments: [
    (#"{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15}"#, TokenUsage(input: 10, output: 5)),
    (
      #"{"prompt_tokens":374,"completion_tokens":31,"prompt_tokens_details":{"cached_tokens":373}}"#,
      TokenUsage(input: 374, cachedInput: 373, output: 31)
    ),
    (
      #"{"prompt_tokens":10,"completion_tokens":5,"prompt_cache_hit_tokens":8,"prompt_cache_miss_tokens":2}"#,
      TokenUsage(input: 10, cachedInput: 8, output: 5)
    ),
    (
      #"{"prompt_tokens":10,"completion_tokens":5,"cached_tokens":8}"#, TokenUsage(input: 10, cachedInput: 8, output: 5)
    ),
    (
      #"{"prompt_tokens":10,"completion_tokens":50,"completion_tokens_details":{"reasoning_tokens":40}}"#,
      TokenUsage(input: 10, output: 50, reasoning: 40)
    ),
    (
      #"{"prompt_tokens":12,"completion_tokens":2,"total_tokens":354,"completion_tokens_details":{"reasoning_tokens":340}}"#,
      TokenUsage(input: 12, output: 342, reasoning: 340)
    ),
    (
      #"{"input_tokens":10,"output_tokens":5,"cache_read_input_tokens":100,"cache_creation_input_tokens":7}"#,
      TokenUsage(input: 117, cachedInput: 100, output: 5)
    ),
    (#"{"prompt_tokens":10,"completion_tokens":5,"prompt_tokens_details":null}"#, TokenUsage(input: 10, output: 5)),
    (#"{"prompt_tokens":10}"#, TokenUsage(input: 10, output: 0)),
  ])
  func `tokens are counted in many shapes`(text: String, usage: TokenUsage) throws {
    #expect(TokenUsage(try JSON(parsing: text)) == usage)
  }

  @Test(arguments: [
    #"{"prompt_tokens":0,"completion_tokens":0}"#, #"{"prompt_tokens":-5,"completion_tokens":-1}"#,
    #"{"prompt_tokens":0,"completion_tokens":9}"#, #"{"input_tokens":0,"output_tokens":0}"#,
  ])
  func `a request without tokens is not believed, since it would be free`(text: String) throws {
    #expect(TokenUsage(try JSON(parsing: text)) == nil)
  }

  @Test func `an answer without tokens that says something is not believed`() throws {
    let said = #"{"choices":[{"message":{"content":"words"},"finish_reason":"stop"}],"#
    let silent = #"{"choices":[{"message":{"content":""},"finish_reason":"stop"}],"#
    for (start, isBelieved) in [(said, false), (silent, true)] {
      var accumulator = ReplyAccumulator(callIDPrefix: "call", isFollowed: false)
      _ = accumulator.take(try JSON(parsing: start + #""usage":{"prompt_tokens":7,"completion_tokens":0}}"#))
      #expect((accumulator.conclude(evidence: .finishReason).usage != nil) == isBelieved)
    }
  }

  @Test(arguments: [
    ("gpt-4.1-mini-2025-04-14", true), ("accounts/x/models/y:z", true), ("extractive@2", true),
    ("Bearer sk-HDR-1", false), ("sk-proj-abcdef", false), ("AIzaSyA", false), ("a model", false),
    ("m\u{1B}[31m", false), ("", false),
    (String(repeating: "m", count: 201), false),
  ])
  func `a server's word for its model is kept only where it can be one`(word: String, isName: Bool) {
    #expect(ServedModel.isName(word) == isName)
  }

  @Test(arguments: ["null", "{}", "[]", #"{"cost":1}"#])
  func `no counts are no usage`(text: String) throws {
    #expect(TokenUsage(try JSON(parsing: text)) == nil)
  }

  @Test(arguments: [
    #"{"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":2}}"#,
    #"{"choices":[{"index":0,"delta":{}}],"usage":{"prompt_tokens":7,"completion_tokens":2}}"#,
    #"{"choices":[],"x_groq":{"usage":{"prompt_tokens":7,"completion_tokens":2}}}"#,
  ])
  func `usage may come in a chunk of its own, and empty ones do not erase it`(chunk: String) {
    let body =
      #"data: {"choices":[{"delta":{"content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":7,"completion_tokens":1}}"#
      + "\n\ndata: \(chunk)\n\n" + #"data: {"choices":[],"usage":null}"# + "\n\ndata: [DONE]\n\n"
    #expect(read(body).content?.usage == TokenUsage(input: 7, output: 2))
  }

  @Test func `usage that was never reported is nil, not zero`() {
    let reply = read(stream(#"{"content":"a"}"#)).content
    #expect(reply != nil)
    #expect(reply?.usage == nil)
  }
}
