import Compaction
import Foundation
import Summarization
import TestSupport
import Testing
import Tokenization
import Transcripts

@testable import OfflineModel

private let tokenizer = EstimatingTokenizer()

private let files = [
  "tau-bench-airline", "pi-mono-a", "swe-agent", "openhands-sdk", "cline", "tau2-gpt41mini", "oasst-en100",
  "bfcl-memory",
]

private func entries(of message: JSON) -> [SourceEntry] {
  func entry(_ kind: EntryKind) -> SourceEntry {
    SourceEntry(kind: kind, message: message, mayBeginChunk: kind != .toolOutput && kind != .toolCalls)
  }
  switch message["role"]?.string {
  case "user": return [entry(.prompt)]
  case "tool", "function": return [entry(.toolOutput)]
  case "assistant":
    let calls = message["tool_calls"]?.array?.isEmpty == false ? [entry(.toolCalls)] : []
    return calls.isEmpty || message["content"]?.string?.isEmpty == false ? [entry(.response)] + calls : calls
  default: return []
  }
}

/// Has a conversation summarised by this server's rules, and returns what its parts and the whole came to.
private func summarize(_ conversation: JSON, _ prompt: SummaryPrompt, chunkTokens: Int) throws -> SummaryOutcome? {
  let messages = conversation["messages"]?.array ?? []
  var task = SummaryTask(
    prompt: prompt,
    limits: SummaryLimits(atMostTokens: 800, replacedTokens: .max / 2, chunkTokens: chunkTokens, attempts: 1),
    // What is taken out of the text stands in the extract as it is left.
    gates: SummaryGates(retention: .warn(below: 0.3), grounding: .require(atLeast: 0.95)), redactor: .standard,
    tokenizer: tokenizer
  ) { bytes in
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return withUnsafeBytes(of: hash) { Array($0) }
  }
  for entry in messages.flatMap(entries) { task.add(entry) }
  task.finish()
  while task.outcome == nil {
    for request in task.next() {
      let body: JSON = [
        "messages": [
          ["role": "system", "content": .string(request.system)], ["role": "user", "content": .string(request.user)],
        ],
        "max_tokens": JSON(request.maxTokens),
      ]
      let reply = try Answering(contextSize: 100_000).completion(for: ChatRequest(body.utf8))
      task.receive(SummaryReply(text: reply.text, finishReason: reply.finishReason), for: request.digest)
    }
  }
  return task.outcome
}

@Suite(.enabled(if: TestData.file("transcripts") != nil, Comment(rawValue: TestData.isMissing)))
struct RealTranscriptTests {
  @Test(arguments: files, [SummaryPrompt.facts, .record])
  func `extracts of real transcripts pass for summaries, and say nothing that is not there`(
    _ name: String, _ prompt: SummaryPrompt
  ) throws {
    let file = try #require(TestData.file("transcripts/\(name).jsonl"))
    for conversation in try lines(of: file).prefix(20) {
      let outcome = try summarize(conversation, prompt, chunkTokens: 8_000)
      guard case .accepted(_, let tokens)? = outcome else {
        Issue.record("\(conversation["id"]?.text ?? "?"): \(String(describing: outcome))")
        continue
      }
      #expect(tokens <= 800)
    }
  }
}
