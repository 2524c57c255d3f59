import Testing
import TranscriptFormats
import Transcripts

struct AnthropicTests {
  @Test(arguments: [
    (#"{"role":"user","content":"hi"}"#, [#"prompt {"role":"user","content":"hi"}"#]),
    (#"{"role":"user","content":[{"type":"text","text":"hi"}]}"#, [#"prompt {"role":"user","content":"hi"}"#]),
    (#"{"role":"user","content":[]}"#, [#"prompt {"role":"user","content":[]}"#]),
    (
      #"{"role":"user","content":[{"type":"text","text":"a"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AA"}},{"type":"image","source":{"type":"url","url":"http://i"}}]}"#,
      [
        #"prompt {"role":"user","content":[{"type":"text","text":"a"},{"type":"image_url","image_url":{"url":"data:image/png;base64,AA"}},{"type":"image_url","image_url":{"url":"http://i"}}]}"#
      ]
    ),
    (
      #"{"role":"user","content":[{"type":"document","title":"d","source":{"type":"text","data":"words"}},{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"AA"}},{"type":"document","title":"w","source":{"type":"url","url":"u"}}]}"#,
      [
        #"prompt {"role":"user","content":[{"type":"text","text":"words"},{"type":"file","file":{"filename":"document","file_data":"data:application/pdf;base64,AA"}},{"type":"text","text":"[w: u]"}]}"#
      ]
    ),
    (
      #"{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":"one"},{"type":"tool_result","tool_use_id":"2"},{"type":"text","text":"and?"}]}"#,
      [
        #"toolOutput {"role":"tool","tool_call_id":"1","content":"one"}"#,
        #"toolOutput {"role":"tool","tool_call_id":"2","content":""}"#, #"prompt {"role":"user","content":"and?"}"#,
      ]
    ),
    (
      #"{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":[{"type":"text","text":"one"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AA"}}]}]}"#,
      [
        #"toolOutput {"role":"tool","tool_call_id":"1","content":[{"type":"text","text":"one"},{"type":"text","text":"[image_url, 24 bytes]"}]}"#
      ]
    ),
    (
      #"{"role":"user","content":[{"type":"tool_result","content":"one"}]}"#,
      [#"toolOutput ill-formed {"role":"tool","content":"one"}"#]
    ),
    (
      #"{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"text","text":"Looking."},{"type":"tool_use","id":"1","name":"get","input":{"n": 1.0}},{"type":"tool_use","id":"2","name":"put","input":{}}]}"#,
      [
        #"reasoning {"role":"assistant","reasoning_content":"hm"}"#,
        #"response {"role":"assistant","content":"Looking."}"#,
        #"toolCalls {"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"get","arguments":"{\"n\": 1.0}"}},{"id":"2","type":"function","function":{"name":"put","arguments":"{}"}}]}"#,
      ]
    ),
    (
      #"{"role":"assistant","content":[{"type":"redacted_thinking","data":"x"}]}"#,
      [#"reasoning opaque {"role":"assistant","reasoning_content":"[reasoning withheld]"}"#]
    ),
    (
      #"{"role":"assistant","content":[{"type":"server_tool_use","id":"s"}]}"#,
      [#"response opaque {"role":"assistant","content":"{\"type\":\"server_tool_use\",\"id\":\"s\"}"}"#]
    ),
    (#"{"role":"assistant","content":""}"#, [#"response {"role":"assistant","content":""}"#]),
    (#"{"role":"assistant","content":[]}"#, [#"response {"role":"assistant","content":[]}"#]),
    (
      #"{"role":"critic","content":"x"}"#,
      [#"response opaque ill-formed {"role":"assistant","content":"{\"role\":\"critic\",\"content\":\"x\"}"}"#]
    ),
    (#"7"#, [#"response opaque ill-formed {"role":"assistant","content":"7"}"#]),
  ])
  func `a message becomes its entries`(message: String, lines: [String]) throws {
    #expect(try conversation(#"{"messages":[\#(message)]}"#, .anthropic).lines == lines)
  }

  @Test(arguments: [
    (#""Be brief.""#, #"instructions {"role":"system","content":"Be brief."}"#),
    (
      #"[{"type":"text","text":"a","cache_control":{}},{"type":"text","text":"b"}]"#,
      #"instructions {"role":"system","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}"#
    ),
    (#"{}"#, #"instructions opaque ill-formed {"role":"system","content":"{}"}"#),
  ])
  func `the system prompt is the first message`(system: String, line: String) throws {
    for text in [#"{"system":\#(system),"messages":["x"]}"#, #"{"messages":["x"],"system":\#(system)}"#] {
      let draft = try conversation(text, .anthropic)
      #expect(draft.lines.first == line)
      #expect(draft.messages.first?.original == system)
      #expect(draft.messages.count == 2)
    }
    #expect(try conversation(#"{"system":null,"messages":[]}"#, .anthropic).messages.isEmpty)
  }

  @Test func `what is not understood is quoted while it is short`() throws {
    let data = String(repeating: "A", count: 10_000)
    let draft = try conversation(
      #"{"messages":[{"role":"user","content":[{"type":"hologram","data":"\#(data)"}]}]}"#, .anthropic)
    #expect(draft.lines == [#"prompt opaque {"role":"user","content":"[hologram, 10029 bytes]"}"#])
    #expect(draft.messages[0].original.contains(data))
  }
}
