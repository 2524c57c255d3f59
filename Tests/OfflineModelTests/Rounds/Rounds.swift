import Compaction
import Summarization
import Tokenization
import Transcripts

@testable import OfflineModel

let roundTokenizer = EstimatingTokenizer()

@Sendable private func digest(_ bytes: [UInt8]) -> [UInt8] {
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
  return withUnsafeBytes(of: hash) { Array($0) }
}

/// A conversation that is compacted again and again, by the offline model, as a worker does it: each time from the
/// originals, with results kept under their digests.
struct Rounds {
  /// How a later round is made.
  enum Way: CaseIterable {
    case ours
    /// Wrong: everything anew, each time.
    case anew
    /// Wrong: only what is new.
    case newOnly
  }

  struct Result {
    var text = ""
    /// Sent and received in this round.
    var bought = 0
    var outcome: SummaryOutcome?
  }

  static let atMost = 500

  let way: Way
  var prompt = SummaryPrompt.record
  private var entries: [SourceEntry] = []
  private var ends: [Int] = []
  private var kept: [[UInt8]: SummaryReply] = [:]

  init(_ way: Way, prompt: SummaryPrompt = .record) {
    self.way = way
    self.prompt = prompt
  }

  /// What was said in the rounds up to now, in tokens.
  var conversationTokens: Int { entries.reduce(0) { $0 + roundTokenizer.count($1.message["content"]?.string ?? "") } }

  /// Appends to the conversation and compacts it.
  mutating func compact(appending new: [SourceEntry]) throws -> Result {
    entries += new
    var covered = entries
    if way == .newOnly { covered = new }
    if way == .ours { for end in ends where end < covered.count { covered[end].followsSummary = true } }
    if way == .anew { kept = [:] }
    var result = Result()
    var task = SummaryTask(
      prompt: prompt,
      limits: SummaryLimits(atMostTokens: Self.atMost, replacedTokens: .max / 2, contextWindow: 100_000),
      gates: SummaryGates(retention: .warn(below: 0.3), grounding: .require(atLeast: 1)), redactor: .standard,
      tokenizer: roundTokenizer, digest: digest)
    for entry in covered { task.add(entry) }
    task.finish()
    while task.outcome == nil {
      for request in task.next() {
        if let reply = kept[request.digest] {
          task.receive(reply, for: request.digest)
          continue
        }
        let reply = try Rounds.answer(to: request)
        result.bought += request.inputTokens + roundTokenizer.count(reply.text)
        kept[request.digest] = reply
        task.receive(reply, for: request.digest)
      }
    }
    ends.append(entries.count)
    result.outcome = task.outcome
    if case .accepted(let text, _)? = task.outcome { result.text = text }
    return result
  }

  static func answer(to request: SummaryRequest) throws -> SummaryReply {
    let body: JSON = [
      "messages": [
        ["role": "system", "content": .string(request.system)], ["role": "user", "content": .string(request.user)],
      ],
      "max_tokens": JSON(request.maxTokens),
    ]
    let reply = try Answering(contextSize: 200_000).completion(for: ChatRequest(body.utf8))
    return SummaryReply(text: reply.text, finishReason: reply.finishReason)
  }

  static func entry(_ kind: EntryKind, _ role: String, _ text: String) -> SourceEntry {
    SourceEntry(kind: kind, message: ["role": .string(role), "content": .string(text)], mayBeginChunk: true)
  }
}
