import ChatCompletions
import Testing

@Suite struct ChatRequestFaultTests {
  @Test func `a system text and a prompt are a good request`() {
    #expect(ChatRequest(model: "m", system: "s", user: "u", maximumOutputTokens: 1, temperature: 2).fault == nil)
  }

  @Test func `so are calls and their outputs`() {
    let calling = ChatMessage(.assistant, parts: [], toolCalls: [.init(id: "1", name: "f", arguments: "{}")])
    let output = ChatMessage(.tool, parts: [.text("")], toolCallID: "1")
    #expect(ChatRequest(model: "m", messages: [ChatMessage(.user, "u"), calling, output, output]).fault == nil)
  }

  @Test(arguments: [
    (ChatRequest(model: "", user: "u"), "model"),
    (ChatRequest(model: "m", messages: []), "no messages"),
    (ChatRequest(model: "m", user: " \n"), "message 1: found a blank text"),
    (ChatRequest(model: "m", system: "", user: "u"), "message 1: found a blank text"),
    (ChatRequest(model: "m", messages: [ChatMessage(.user, "u"), ChatMessage(.assistant, "a")]), "assistant"),
    (
      ChatRequest(model: "m", messages: [ChatMessage(.user, "u"), ChatMessage(.user, "u")]),
      "message 2: found role user twice"
    ),
    (
      ChatRequest(model: "m", messages: [ChatMessage(.user, "u"), ChatMessage(.system, "s"), ChatMessage(.user, "u")]),
      "message 2: found role system"
    ),
    (
      ChatRequest(
        model: "m", messages: [ChatMessage(.user, "u"), ChatMessage(.tool, parts: [.text("o")], toolCallID: "1")]),
      "message 2: found role tool, expected it behind"
    ),
    (
      ChatRequest(
        model: "m",
        messages: [
          ChatMessage(.user, "u"),
          ChatMessage(.assistant, parts: [], toolCalls: [.init(id: "1", name: "f", arguments: "{}")]),
          ChatMessage(.tool, "o"),
        ]),
      "message 3: found a tool's output without the id"
    ),
    (
      ChatRequest(
        model: "m", messages: [ChatMessage(.user, "u"), ChatMessage(.assistant, parts: []), ChatMessage(.user, "v")]),
      "message 2: found a blank text"
    ),
    (ChatRequest(model: "m", user: "u", maximumOutputTokens: 0), "0 output tokens"),
    (ChatRequest(model: "m", user: "u", temperature: .nan), "temperature"),
    (ChatRequest(model: "m", user: "u", temperature: -1), "temperature"),
  ])
  func `what servers answer with inventions or refusals is found before it is sent`(request: ChatRequest, fault: String)
  {
    #expect(request.fault?.contains(fault) == true)
  }
}
