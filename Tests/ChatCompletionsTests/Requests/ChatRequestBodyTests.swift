import ChatCompletions
import Testing
import Transcripts

@Suite struct ChatRequestBodyTests {
  let request = ChatRequest(
    model: "m", system: "Be brief.", user: "a/b \"ü\"\n", maximumOutputTokens: 800, temperature: 0)

  private func text(_ request: ChatRequest, _ adaptations: Adaptation...) -> String {
    var known = EndpointAdaptations()
    for adaptation in adaptations { _ = known.apply(adaptation, to: request) }
    return ChatRequestBody.json(of: request, adaptedBy: known).text
  }

  @Test func `a request is the same bytes every time, with nothing in it that was not asked for`() {
    let expected =
      #"{"model":"m","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"a/b \"ü\"\n"}],"#
      + #""max_tokens":800,"temperature":0,"stream":true,"stream_options":{"include_usage":true}}"#
    for _ in 0..<20 { #expect(text(request) == expected) }
    #expect(
      text(ChatRequest(model: "m", user: "hi"))
        == #"{"model":"m","messages":[{"role":"user","content":"hi"}],"stream":true,"stream_options":{"include_usage":true}}"#
    )
  }

  @Test func `a request without a stream has no stream options`() {
    let plain = ChatRequest(model: "m", messages: [ChatMessage(.user, "hi")], isStreamed: false)
    #expect(text(plain) == #"{"model":"m","messages":[{"role":"user","content":"hi"}]}"#)
    #expect(text(plain, .stream).hasSuffix(#""stream":true,"stream_options":{"include_usage":true}}"#))
  }

  @Test func `a temperature keeps its fraction`() {
    var warm = request
    warm.temperature = 0.7
    #expect(text(warm).contains(#""temperature":0.7,"#))
  }

  @Test(arguments: [
    (Adaptation.useMaxCompletionTokens, #""max_completion_tokens":800"#, #""max_tokens""#),
    (.dropTemperature, #""max_tokens":800,"stream""#, "temperature"),
    (.dropStreamOptions, #""stream":true}"#, "stream_options"),
    (.mergeSystemIntoUser, #"[{"role":"user","content":"Be brief.\n\na/b"#, "system"),
  ])
  func `an adaptation changes one thing`(adaptation: Adaptation, has: String, hasNot: String) {
    let adapted = text(request, adaptation)
    #expect(adapted.contains(has))
    #expect(!adapted.contains(hasNot))
  }

  @Test func `a schema weakens to any JSON and then to words, and is then part of the prompt`() {
    var shaped = request
    shaped.responseFormat = ResponseFormat(name: "facts", schema: ["type": "object"])
    #expect(
      text(shaped).contains(
        #""response_format":{"type":"json_schema","json_schema":{"name":"facts","strict":true,"schema":{"type":"object"}}}"#
      ))
    let weaker = text(shaped, .weakenResponseFormat)
    #expect(weaker.contains(#""response_format":{"type":"json_object"}"#))
    #expect(weaker.contains(#"JSON Schema:\n{\"type\":\"object\"}"}]"#))
    let words = text(shaped, .weakenResponseFormat, .weakenResponseFormat)
    #expect(!words.contains("response_format"))
    #expect(words.contains("JSON Schema"))
  }

  @Test func `an adaptation that changes nothing for a request is not made`() {
    let bare = ChatRequest(model: "m", messages: [ChatMessage(.user, "hi")], isStreamed: false)
    for adaptation in Adaptation.allCases {
      var known = EndpointAdaptations()
      let changes = known.apply(adaptation, to: bare)
      // The one request here that is not streamed by itself can still be.
      #expect(changes == (adaptation == .stream), "\(adaptation)")
    }
  }

  @Test func `a server that refuses both names of the output cap is not asked for ever`() {
    var known = EndpointAdaptations()
    let changes = (0..<10).filter {
      known.apply($0.isMultiple(of: 2) ? .useMaxCompletionTokens : .useMaxTokens, to: request)
    }
    #expect(changes.count == 2)
  }
}
