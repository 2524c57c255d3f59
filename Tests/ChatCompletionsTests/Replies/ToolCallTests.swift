import ChatCompletions
import Testing

/// Every way in which the same call was seen to come.
@Suite struct ToolCallTests {
  private func calls(_ pieces: String...) -> [ReplyContent.ToolCall] {
    let deltas = pieces.map { #"data: {"choices":[{"delta":{"tool_calls":[\#($0)]}}]}"# + "\n\n" }
    return read(deltas.joined() + stream(finish: "tool_calls")).content?.toolCalls ?? []
  }

  @Test(arguments: [
    [
      #"{"index":0,"id":"c","function":{"name":"f","arguments":"{\"a\":"}}"#,
      #"{"index":0,"function":{"arguments":"1}"}}"#,
    ],
    [#"{"function":{"arguments":"{\"a\":1}","name":"f"},"id":"c","type":"function"}"#],
    [#"{"index":1,"id":"c","function":{"name":"f","arguments":"{\"a\":1}"}}"#],
    [
      #"{"index":0,"id":"c","function":{"name":"f","arguments":"{"}}"#,
      #"{"index":0,"id":"c","function":{"name":"f","arguments":"\"a\":1}"}}"#,
    ],
    [
      #"{"index":0,"id":"c","function":{"name":"f","arguments":""}}"#,
      #"{"index":0,"id":"","function":{"name":"","arguments":"{\"a\":1}"}}"#,
    ],
    [
      #"{"index":0,"id":"c","function":{"arguments":"{\"a\""}}"#,
      #"{"index":0,"id":"other","function":{"name":"f","arguments":":1}"}}"#,
    ],
    [#"{"id":"c","function":{"name":"f","arguments":"{\"a\":"}}"#, #"{"function":{"arguments":"1}"}}"#],
    [#"{"index":0,"id":"c","function":{"name":"f","arguments":{"a":1}}}"#],
    [
      #"{"index":0,"id":"c","function":{"name":"f","arguments":"{\"a\":1}"}}"#,
      #"{"index":0,"function":{"arguments":""}}"#,
    ],
  ])
  func `a call is put together whatever its pieces say`(pieces: [String]) {
    let deltas = pieces.map { #"data: {"choices":[{"delta":{"tool_calls":[\#($0)]}}]}"# + "\n\n" }
    let reply = read(deltas.joined() + stream(finish: "stop")).content
    #expect(reply?.toolCalls == [ReplyContent.ToolCall(id: "c", name: "f", arguments: #"{"a":1}"#)])
    #expect(reply?.finish == .toolCalls, "although the server says stop")
  }

  @Test func `parallel calls are told apart by index, by id, or by their names`() {
    let byIndex = calls(
      #"{"index":0,"id":"a","function":{"name":"f","arguments":"1"}},{"index":1,"id":"b","function":{"name":"g","arguments":"2"}}"#,
      #"{"index":1,"function":{"arguments":"3"}}"#, #"{"index":0,"function":{"arguments":"4"}}"#)
    #expect(byIndex.map(\.arguments) == ["14", "23"])
    let byID = calls(
      #"{"id":"a","function":{"name":"f","arguments":"1"}}"#, #"{"id":"b","function":{"name":"f","arguments":"2"}}"#,
      #"{"id":"a","function":{"arguments":"3"}}"#)
    #expect(byID.map(\.arguments) == ["13", "2"])
    let byName = calls(#"{"function":{"name":"f","arguments":"1"}}"#, #"{"function":{"name":"g","arguments":"2"}}"#)
    #expect(byName.map(\.name) == ["f", "g"])
    #expect(byName.map(\.id) == ["call_1", "call_2"], "missing ids are made up")
  }

  @Test func `the older single call is one too`() {
    let body =
      #"data: {"choices":[{"delta":{"function_call":{"name":"f","arguments":"{"}}}]}"# + "\n\n"
      + #"data: {"choices":[{"delta":{"function_call":{"arguments":"}"}},"finish_reason":"function_call"}]}"# + "\n\n"
    #expect(read(body).content?.toolCalls == [ReplyContent.ToolCall(id: "call_1", name: "f", arguments: "{}")])
  }
}
