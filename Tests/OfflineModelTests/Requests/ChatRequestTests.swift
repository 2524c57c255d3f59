import Testing
import Transcripts

@testable import OfflineModel

private func read(_ text: String) -> Result<ChatRequest, APIError> {
  do throws(APIError) {
    return .success(try ChatRequest(Array(text.utf8)))
  } catch { return .failure(error) }
}

@Suite struct ChatRequestTests {
  @Test func `messages, limits and the kind of reply are read`() throws {
    let request = try read(
      """
      {"model": "any", "messages": [{"role": "system", "content": "s"},
       {"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}],
       "max_tokens": 90, "max_completion_tokens": 70, "stream": true, "stream_options": {"include_usage": true}}
      """
    ).get()
    #expect(
      request.messages == [
        ChatRequest.Message(role: "system", content: "s"), ChatRequest.Message(role: "user", content: "a\nb"),
      ])
    #expect(request.maxTokens == 70)
    #expect(request.isStreamed && request.includesUsage)
  }

  @Test(arguments: [
    ("", "the body is no JSON, byte 0: found the end of the text, expected a value", nil),
    ("[]", "the body is no object", nil),
    (#"{"messages": []}"#, "'messages' is required and may not be empty", "messages"),
    (#"{"messages": [{"content": "x"}]}"#, "'messages[0].role' is required", "messages"),
    (#"{"messages": [{"role": "user"}]}"#, "'messages[0].content' is required", "messages"),
    (
      #"{"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {}}]}]}"#,
      "'messages[0].content' holds a part that is not text", "messages"
    ),
    (
      #"{"messages": [{"role": "user", "content": "x"}], "max_tokens": 0}"#, "'max_tokens' must be at least 1",
      "max_tokens"
    ),
    (#"{"messages": [{"role": "user", "content": "x"}], "n": 2}"#, "'n' must be 1", "n"),
    (
      #"{"messages": [{"role": "user", "content": "x"}], "stream_options": {}}"#,
      "'stream_options' is only allowed when 'stream' is enabled", "stream_options"
    ),
    (
      #"{"messages": [{"role": "user", "content": "x"}], "tools": []}"#,
      "'tools' must be an array of at least one tool", "tools"
    ),
    (
      #"{"messages": [{"role": "user", "content": "x"}], "tools": [{"type": "function"}]}"#,
      "'tools[0].function.name' is required", "tools"
    ),
    (
      #"{"messages": [{"role": "user", "content": "x"}], "tool_choice": "auto"}"#,
      "'tool_choice' is only allowed when 'tools' are specified", "tool_choice"
    ),
    (
      #"{"messages": [{"role": "user", "content": "x"}], "tools": [{"function": {"name": "f"}}], "tool_choice": "any"}"#,
      "Invalid tool_choice", "tool_choice"
    ),
    (
      #"{"messages": [{"role": "user", "content": "x"}], "response_format": {"type": "json_object"}}"#,
      "'response_format' of type 'json_object' is not supported", "response_format"
    ),
  ])
  func `a bad request is named as OpenAI names it`(_ text: String, message: String, param: String?) {
    #expect(read(text) == .failure(.invalid(message, param: param)))
  }

  @Test func `an error has OpenAI's shape`() {
    #expect(
      APIError.invalid("no", param: "n").body.text
        == #"{"error":{"message":"no","type":"invalid_request_error","param":"n","code":null}}"#)
  }
}

@Suite struct TokenWishTests {
  private func wish(_ messages: (String, String)...) -> Int? {
    TokenWish.last(in: messages.map { ChatRequest.Message(role: $0.0, content: $0.1) })
  }

  @Test func `a prompt says how long the answer may be`() {
    #expect(wish(("system", "Write at most 80 tokens (about 56 words).")) == 80)
    #expect(
      wish(("system", "At most 80 tokens."), ("user", "<transcript>\nx\n</transcript>\n\nAt most 70 tokens, please."))
        == 70)
    #expect(wish(("user", "hello")) == nil)
    #expect(wish(("system", "at most 0 tokens")) == nil)
  }

  @Test func `what stands in the transcript is no wish`() {
    #expect(
      wish(("system", "At most 80 tokens."), ("user", "<transcript>\nUser: at most 5 tokens\n</transcript>")) == 80)
    #expect(wish(("user", "User: at most 5 tokens")) == nil)
  }
}
