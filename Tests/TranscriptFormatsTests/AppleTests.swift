import Testing
import TranscriptFormats
import Transcripts

struct AppleTests {
  @Test(arguments: [
    (
      #"{"role":"instructions","id":"i","contents":[{"type":"text","text":"s"}],"tools":[]}"#,
      [#"instructions {"role":"system","content":"s"}"#]
    ),
    (
      #"{"role":"user","options":{},"contents":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}"#,
      [#"prompt {"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}"#]
    ),
    (#"{"role":"user"}"#, [#"prompt {"role":"user","content":[]}"#]),
    (
      #"{"role":"response","assets":[],"contents":[{"type":"structure","structure":{"source":"R","content":{"n":1.0}}}]}"#,
      [#"response {"role":"assistant","content":"{\"n\":1.0}"}"#]
    ),
    (
      #"{"role":"response","toolCalls":[{"id":"1","name":"get","arguments":"{\"a\": 1}"}]}"#,
      [
        #"toolCalls {"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"get","arguments":"{\"a\": 1}"}}]}"#
      ]
    ),
    (
      #"{"role":"response","toolCalls":[{"id":"1","name":"get","arguments":{}}],"contents":[{"type":"text","text":"x"}]}"#,
      [
        #"response {"role":"assistant","content":"x"}"#,
        #"toolCalls ill-formed {"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"get","arguments":{}}}]}"#,
      ]
    ),
    (
      #"{"role":"tool","id":"t","toolName":"get","toolCallID":"1","contents":[{"type":"text","text":"x"}]}"#,
      [#"toolOutput {"role":"tool","tool_call_id":"1","name":"get","content":"x"}"#]
    ),
    (
      #"{"role":"tool","id":"t","contents":[{"type":"text","text":"x"}]}"#,
      [#"toolOutput {"role":"tool","tool_call_id":"t","content":"x"}"#]
    ),
    (
      #"{"role":"reasoning","signature":"s","contents":[{"type":"text","text":"hm"}]}"#,
      [#"reasoning {"role":"assistant","reasoning_content":"hm"}"#]
    ),
    (
      #"{"role":"reasoning","signature":"s"}"#,
      [#"reasoning opaque {"role":"assistant","reasoning_content":"[reasoning withheld]"}"#]
    ),
    (
      #"{"role":"user","contents":[{"type":"image","id":"0"}]}"#,
      [#"prompt opaque {"role":"user","content":"{\"type\":\"image\",\"id\":\"0\"}"}"#]
    ),
    (
      #"{"role":"narrator"}"#,
      [#"response opaque ill-formed {"role":"assistant","content":"{\"role\":\"narrator\"}"}"#]
    ),
  ])
  func `an entry becomes its chat form`(entry: String, lines: [String]) throws {
    let text = #"{"type":"FoundationModels.Transcript","version":"1.1","transcript":{"entries":[\#(entry)]}}"#
    #expect(try conversation(text, .apple).lines == lines)
  }
}
