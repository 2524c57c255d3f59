import Compaction
import Evaluation
import Foundation
import Jobs
import Summarization
import TestSupport
import Testing
import Tokenization

/// What the policies of the example jobs keep of real transcripts: the figures that docs/evaluation.md promises.
@Suite(.enabled(if: TestData.folder != nil, Comment(rawValue: TestData.isMissing)))
struct PinnedPolicyTests {
  private func read(_ name: String) throws -> [MeasuredConversation] {
    try conversations(try #require(try TestData.bytes("transcripts/\(name).jsonl")))
  }

  /// The policy of an example job.
  private func job(_ name: String) throws -> EvaluatedPolicy {
    let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    let file = package.appending(path: "jobs/\(name).yaml")
    let (job, diagnostics) = Job.load(text: try String(contentsOf: file, encoding: .utf8), file: file.path)
    let loaded = try #require(job, "\(diagnostics.map(\.message))")
    return EvaluatedPolicy(name: name, policy: loaded.policy, dialect: loaded.dialect, summarize: extractive)
  }

  /// What the message of a summary and the words around it cost: a tenth is that of the texts.
  private static let frame = ChatCost.message + SummaryFrame.tokens(by: tokenizer)

  private func lost(_ measures: Measures) -> Double { 1 - (measures.references.value ?? 0) }

  @Test func `a digest of all but three results keeps what an airline agent needs later`() async throws {
    let airline = try read("tau-bench-airline")
    let digest = try await measures(of: try job("service-agents-digest"), on: airline)
    #expect(digest.policy.references.whole > 1_000)
    #expect(lost(digest.policy) <= 0.01)
    #expect(digest.policy.tokensAtCalls.value ?? 1 <= 0.86)
    #expect(digest.policy.legal == Share(100, of: 100))
    #expect(digest.policy.worse == 0 && digest.policy.unstable == 0)
    // Neither baseline comes near with as many tokens.
    #expect(lost(digest.random) > 0.03 && lost(digest.lastTurns) > 0.03)
    // What facts are there for: with nothing left of the results, and without the calls, the same ruler finds the loss.
    let masked = try await measures(of: policy(.clearToolResults(ClearToolResults(leave: .placeholder))), on: airline)
    #expect((0.07...0.12).contains(lost(masked.policy)))
    let dropped = try await measures(
      of: policy(.dropCompletedToolCalls(DropCompletedToolCalls(keepLast: 3))), on: airline)
    #expect((0.10...0.14).contains(lost(dropped.policy)))
  }

  @Test func `digests of older results and arguments keep what a coding session needs later`() async throws {
    let session = try read("pi-mono-a")
    let digest = try await measures(of: try job("coding-agents-digest"), on: session)
    #expect(digest.policy.references.whole > 400)
    #expect(lost(digest.policy) < 0.037)
    #expect(digest.policy.tokensAtCalls.value ?? 1 <= 0.54)
    #expect(digest.policy.worse == 0 && digest.policy.unstable == 0)
    // The newest groups lose as little of what the next calls need, and most of the way there.
    #expect(digest.policy.artifactTrail.value ?? 0 > 0.95)
    #expect(digest.lastTurns.artifactTrail.value ?? 1 < 0.75)
    // The arguments of writes and edits weigh as much as the results.
    let results = try await measures(
      of: policy(.clearToolResults(ClearToolResults(keepLast: 40))), on: session, looks: 60)
    #expect((results.policy.tokens.value ?? 0) > (digest.policy.tokens.value ?? 1) + 0.05)
  }

  @Test func `an extract of a tenth answers more than the baselines do with as many tokens`() async throws {
    var kept = (answers: 0, random: 0, last: 0, of: 0)
    for memory in try read("bfcl-memory") {
      let tokens = memory.snapshot.headers.reduce(0) { $0 + Int($1.tokens) }
      let stage = Stage.summarize(
        Summarize(model: "none", prompt: "facts@1", atMostTokens: tokens / 10 + Self.frame, keepLast: .turns(1)))
      let made = try await measures(of: policy(stage, summarize: extractive), on: [memory], looks: 0)
      #expect(made.policy.summaries.made == 1)
      kept.answers += made.policy.answers.part
      kept.random += made.random.answers.part
      kept.last += made.lastTurns.answers.part
      kept.of += made.policy.answers.whole
    }
    #expect(kept.of > 140)
    #expect(Double(kept.answers) >= 0.42 * Double(kept.of), "\(kept)")
    #expect(kept.answers > kept.random && kept.answers > kept.last, "\(kept)")
  }
}
