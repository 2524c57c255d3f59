import Compaction
import Evaluation
import TestSupport
import Testing
import Tokenization
import TranscriptFormats
import Transcripts

let tokenizer = EstimatingTokenizer()

/// Good enough to label attachments in tests.
@Sendable func digest(_ bytes: [UInt8]) -> [UInt8] {
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
  return withUnsafeBytes(of: hash.bigEndian) { Array($0) }
}

/// Of policies that ask for no summary.
let noSummaries: SummaryMaking = { _ in .refused(reason: "none wanted") }

let extractive: SummaryMaking = { ExtractiveSummaries(tokenizer: tokenizer).summary(of: $0) }

func policy(_ stages: Stage..., lastTurns: Int = 0, summarize: @escaping SummaryMaking = noSummaries) -> EvaluatedPolicy
{
  EvaluatedPolicy(
    name: "policy",
    policy: Policy(trigger: Trigger(.any, []), protection: Protection(lastTurns: lastTurns), stages: stages),
    summarize: summarize)
}

/// Conversations of OpenAI chat JSONL.
func conversations(_ jsonl: [UInt8]) throws -> [MeasuredConversation] {
  var reader = try TranscriptReader(MemorySource(jsonl), format: .openai)
  var conversations: [MeasuredConversation] = []
  while let item = try reader.next() {
    guard case .conversation(let draft) = item else {
      Issue.record("\(item)")
      continue
    }
    conversations.append(try MeasuredConversation(draft, tokenizer: tokenizer))
  }
  return conversations
}

func conversation(_ messages: [JSON], qa: JSON = []) throws -> MeasuredConversation {
  let line: JSON = ["id": "one", "messages": .array(messages), "qa": qa]
  return try #require(try conversations(Array(line.text.utf8)).first)
}

/// The measures of one policy over all conversations.
func measures(
  of policy: EvaluatedPolicy, on conversations: [MeasuredConversation], looks: Int = .max, seed: Int = 1
) async throws -> PolicyMeasures {
  let evaluator = Evaluator(
    [policy], settings: EvaluationSettings(looks: looks, seed: seed, ignoresTriggers: true), tokenizer: tokenizer,
    digest: digest)
  var sum = PolicyMeasures()
  for conversation in conversations { sum += try await evaluator.measure(conversation)[0] }
  return sum
}
