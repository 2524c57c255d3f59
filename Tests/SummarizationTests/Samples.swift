import Tokenization
import Transcripts

@testable import Summarization

let tokenizer = EstimatingTokenizer()

/// A digest that is good enough to tell test requests apart, and shorter than their texts.
@Sendable func digest(_ bytes: [UInt8]) -> [UInt8] {
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
  return withUnsafeBytes(of: hash.bigEndian) { Array($0) }
}

func entry(_ kind: EntryKind, _ message: JSON, mayBeginChunk: Bool = true) -> SourceEntry {
  SourceEntry(kind: kind, message: message, mayBeginChunk: mayBeginChunk)
}

func prompt(_ text: String) -> SourceEntry {
  entry(.prompt, ["role": "user", "content": .string(text)])
}

func response(_ text: String) -> SourceEntry {
  entry(.response, ["role": "assistant", "content": .string(text)])
}

/// A call and its result, which no chunk may part.
func lookup(_ id: String, result: String) -> [SourceEntry] {
  [
    entry(
      .toolCalls,
      [
        "role": "assistant", "content": nil,
        "tool_calls": [["id": .string(id), "function": ["name": "lookup", "arguments": #"{"q": 1}"#]]],
      ]),
    entry(
      .toolOutput, ["role": "tool", "tool_call_id": .string(id), "content": .string(result)], mayBeginChunk: false),
  ]
}

/// A conversation of so many turns, each with a number of its own.
func conversation(turns: Int) -> [SourceEntry] {
  (0..<turns).flatMap { turn -> [SourceEntry] in
    [prompt("Please look up order \(10_000 + turn), it has not arrived yet and I am waiting for it.")]
      + lookup("call_\(turn)", result: #"{ "order": \#(10_000 + turn), "state": "shipped" }"#)
      + [response("Order \(10_000 + turn) was shipped yesterday and should arrive within three days.")]
  }
}
