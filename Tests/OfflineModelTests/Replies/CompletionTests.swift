import Testing
import Transcripts

@testable import OfflineModel

private let identity = CompletionIdentity(number: 7, created: 1_700_000_000)

private let reply = Completion(
  text: "One two  three\nfour 👩‍👩‍👧‍👦 five.", finishReason: "stop", promptTokens: 30, completionTokens: 9)

@Suite struct CompletionTests {
  @Test func `a reply as JSON`() {
    #expect(
      Completion(text: "Hi.", finishReason: "stop", promptTokens: 30, completionTokens: 9).body(identity).text == """
        {"id":"chatcmpl-offline-7","object":"chat.completion","created":1700000000,"model":"extractive","choices":\
        [{"index":0,"message":{"role":"assistant","content":"Hi."},"finish_reason":"stop"}],\
        "usage":{"prompt_tokens":30,"completion_tokens":9,"total_tokens":39}}
        """)
  }

  @Test(arguments: [1, 5, 1_000])
  func `the pieces of a stream are the text`(_ bytes: Int) {
    let events = reply.events(identity, pieceBytes: bytes, includesUsage: false)
    #expect(events.compactMap { $0["choices"]?[0]?["delta"]?["content"]?.string }.joined() == reply.text)
    #expect(events.first?["choices"]?[0]?["delta"]?["role"] == "assistant")
    #expect(events.compactMap { $0["choices"]?[0]?["finish_reason"]?.string } == ["stop"])
    #expect(events.last?["choices"]?[0]?["finish_reason"] == "stop")
    #expect(events.allSatisfy { $0["usage"] == nil && $0["model"] == "extractive" })
  }

  @Test func `usage comes last, and only when it is asked for`() {
    let last = reply.events(identity, pieceBytes: 5, includesUsage: true).last
    #expect(last?["choices"] == [])
    #expect(last?["usage"]?["total_tokens"] == 39)
  }

  @Test func `reasoning and tool calls have fields of their own`() {
    var thinking = reply
    thinking.reasoning = "Hm."
    thinking.text = ""
    #expect(thinking.body(identity)["choices"]?[0]?["message"]?["content"] == JSON.null)
    #expect(
      thinking.events(identity, pieceBytes: 5, includesUsage: false).compactMap {
        $0["choices"]?[0]?["delta"]?["reasoning_content"]?.string
      } == ["Hm."])
    var calling = reply
    calling.toolCalls = [Completion.ToolCall(id: "a", name: "b", arguments: "{}")]
    #expect(calling.body(identity)["choices"]?[0]?["message"]?["tool_calls"]?[0]?["function"]?["name"] == "b")
  }
}
