import Compaction
import Summarization
import Testing
import Tokenization
import Transcripts

@testable import OfflineModel

private let tokenizer = EstimatingTokenizer()

private let strict = SummaryGates(retention: .require(atLeast: 0.3), grounding: .require(atLeast: 0.95))

/// A task whose one request is due, for a chat of thirty turns.
private func task(_ prompt: SummaryPrompt = .brief, gates: SummaryGates = strict) throws -> (
  SummaryTask, SummaryRequest
) {
  var task = SummaryTask(
    prompt: prompt,
    limits: SummaryLimits(atMostTokens: 300, replacedTokens: 3_000, contextWindow: 32_768, attempts: 1),
    gates: gates, tokenizer: tokenizer
  ) { bytes in Array(bytes.suffix(64)) }
  for turn in 0..<30 {
    let question = "My lamp \(turn) of order \(7_000 + turn) came broken. Please never ring before ten."
    task.add(SourceEntry(kind: .prompt, message: ["role": "user", "content": .string(question)], mayBeginChunk: true))
    let answer = "I have refunded order \(7_000 + turn) to the card of Maria Oliveira, which takes three days."
    task.add(
      SourceEntry(kind: .response, message: ["role": "assistant", "content": .string(answer)], mayBeginChunk: true))
  }
  task.finish()
  let requests = task.next()
  try #require(requests.count == 1)
  return (task, requests[0])
}

private func honestReply(to request: SummaryRequest) throws -> (ChatRequest, Completion) {
  let body: JSON = [
    "messages": [
      ["role": "system", "content": .string(request.system)], ["role": "user", "content": .string(request.user)],
    ],
    "max_tokens": JSON(request.maxTokens),
  ]
  let chat = try ChatRequest(body.utf8)
  return (chat, try Answering().completion(for: chat))
}

extension SummaryReply {
  fileprivate init(_ completion: Completion) {
    self.init(
      text: completion.text, finishReason: completion.finishReason, toolCalls: completion.toolCalls.count,
      hasReasoning: completion.reasoning != nil)
  }
}

@Suite struct LieTests {
  @Test(arguments: [SummaryPrompt.brief, .facts, .record])
  func `an honest reply is accepted`(_ prompt: SummaryPrompt) throws {
    var (task, request) = try task(prompt)
    let (_, honest) = try honestReply(to: request)
    #expect(task.receive(SummaryReply(honest), for: request.digest) == .accepted)
    guard case .accepted(let text, let tokens)? = task.outcome else {
      Issue.record("\(String(describing: task.outcome))")
      return
    }
    #expect(text.contains("Maria Oliveira") && text.contains("never ring before ten"))
    #expect(tokens <= 300 && tokens > 100)
    #expect(task.figures.grounding == 1)
  }

  @Test(arguments: Lie.allCases)
  func `every lie is refused, by its reason`(_ lie: Lie) throws {
    let expected: SummaryRefusal =
      switch lie {
      case .empty, .blank: .blank
      case .refusal: .declined
      case .toolCall: .toolCall
      // The prompt stands in it, tags and all.
      case .echo, .thinkTags: .protocolText
      case .longer: .overLimit
      case .truncated: .truncated
      case .invented: .invented
      case .altered, .inventedNames: .ungrounded
      case .vague: .factsLost
      case .placeholder, .errorText: .placeholder
      case .reasoningOnly: .reasoningOnly
      }
    var (task, request) = try task()
    let (chat, honest) = try honestReply(to: request)
    let reply = SummaryReply(lie.completion(for: chat, honest: honest))
    #expect(task.receive(reply, for: request.digest) == .refused(expected, isFinal: true))
    #expect(task.outcome == .refused(expected))
  }

  @Test(arguments: [Lie.altered, .inventedNames, .vague])
  func `what only the gates catch is taken without them, and recorded where they warn`(_ lie: Lie) throws {
    for gates in [SummaryGates.off, SummaryGates(retention: .warn(below: 0.3), grounding: .warn(below: 0.95))] {
      var (task, request) = try task(gates: gates)
      let (chat, honest) = try honestReply(to: request)
      let reply = SummaryReply(lie.completion(for: chat, honest: honest))
      #expect(task.receive(reply, for: request.digest) == .accepted)
      guard gates != .off else { continue }
      let (retention, grounding) = (task.figures.retention ?? 1, task.figures.grounding ?? 1)
      #expect(retention < 0.3 || grounding < 0.95, "\(task.figures)")
    }
  }
}
