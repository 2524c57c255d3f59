import Compaction
import TestSupport
import Transcripts

@testable import Storage

/// One transcript in both of its forms: the entries of a session, and the rows of the store.
struct TwinHistory {
  private(set) var entries: [Transcript.Entry] = []
  private(set) var rows: [StoredEntry] = []

  /// What is generated, without pins, which a session has not.
  init(_ generated: GeneratedTranscript) {
    var position: Int32 = 1
    var message: Int32 = 1
    for (index, entry) in generated.entries.enumerated() {
      let twin = Self.twin(entry, id: "entry-\(index)")
      if index > 0 || entry.kind != .instructions {
        position += 1
        // A model that goes on speaking is in the same message.
        if !(Self.isOfModel(entry.kind) && index > 0 && Self.isOfModel(generated.entries[index - 1].kind)) {
          message += 1
        }
      }
      entries.append(twin.entry)
      rows.append(
        StoredEntry(
          conversation: 7, position: position, message: message, part: 0, parts: 1, kind: entry.kind, isOpaque: false,
          isIllFormed: false, bytes: Int32(twin.entry.json.text.utf8.count), time: nil,
          appendedAt: EntryHeader.noTime, original: nil,
          chat: Array(twin.chat.text.utf8), isErased: false, branch: 0))
    }
  }

  private static func isOfModel(_ kind: EntryKind) -> Bool { [.reasoning, .response, .toolCalls].contains(kind) }

  private static func twin(
    _ generated: GeneratedTranscript.Entry, id: String
  ) -> (entry: Transcript.Entry, chat: JSON) {
    // Reasoning without text is none. The texts are long enough for some of them to be shortened.
    let text =
      generated.kind == .reasoning && generated.text.isEmpty
      ? " " : Array(repeating: generated.text, count: Int(generated.tokens) / 8 + 1).joined(separator: "\n")
    let content: JSON = .string(text)
    let segments = [Transcript.Segment.text(id: "\(id).1", text)]
    switch generated.kind {
    case .instructions:
      return (.instructions(.init(id: id, segments: segments)), ["role": "system", "content": content])
    case .prompt: return (.prompt(.init(id: id, segments: segments)), ["role": "user", "content": content])
    case .response: return (.response(.init(id: id, segments: segments)), ["role": "assistant", "content": content])
    case .reasoning:
      return (.reasoning(.init(id: id, segments: segments)), ["role": "assistant", "reasoning_content": content])
    case .toolOutput:
      let call = generated.calls[0].id ?? "none"
      return (
        .toolOutput(.init(id: call, toolName: "tool", segments: segments)),
        ["role": "tool", "tool_call_id": .string(call), "name": "tool", "content": content]
      )
    case .toolCalls:
      let arguments = JSON.object([.init("text", content)]).text
      let calls = generated.calls.map { (id: $0.id ?? "none", tool: $0.tool ?? "tool") }
      return (
        .toolCalls(
          .init(id: id, calls: calls.map { .init(id: $0.id, toolName: $0.tool, arguments: arguments) })),
        [
          "role": "assistant",
          "tool_calls": .array(
            calls.map { call in
              [
                "id": .string(call.id), "type": "function",
                "function": ["name": .string(call.tool), "arguments": .string(arguments)],
              ]
            }),
        ]
      )
    }
  }
}
