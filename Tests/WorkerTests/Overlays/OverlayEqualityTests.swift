import Compaction
import TestSupport
import Testing
import Tokenization
import Transcripts

@testable import HistoryModifiers
@testable import Worker

/// One rule, one implementation: what a session's modifiers decide is what the worker stores.
@Suite struct OverlayEqualityTests {
  private static let seeds = 0..<150

  /// The overlays of two ways for a transcript that grows, while they are equal.
  private func firstDifference(
    _ one: any OverlayPath.Type, _ other: any OverlayPath.Type, seed: Int, policy: Policy? = nil
  ) async throws -> (looks: Int, made: Int, difference: String?) {
    var generator = TranscriptGenerator(seed: seed)
    var policies = PolicyGenerator(seed: seed)
    let policy = policy ?? policies.policy()
    var (one, other) = (one.init(policy), other.init(policy))
    var transcript = generator.transcript()
    var made = 0
    for look in 1...4 {
      let history = TwinHistory(transcript)
      let overlays = (try await one.look(at: history), try await other.look(at: history))
      if overlays.0 != overlays.1 {
        return (look, made, "seed \(seed), look \(look): \(overlays.0?.ranges ?? []) and \(overlays.1?.ranges ?? [])")
      }
      if overlays.0 != nil { made += 1 }
      generator.grow(&transcript)
    }
    return (4, made, nil)
  }

  @Test func `headers of a session's entries are those of the stored rows`() throws {
    for seed in Self.seeds {
      var generator = TranscriptGenerator(seed: seed)
      let history = TwinHistory(generator.transcript())
      var maker = HeaderMaker(
        tokenizer: HeaderMakerTests.tokenizer, continuing: Snapshot(tokenizer: HeaderMakerTests.tokenizer.name))
      for row in history.rows { try maker.add(row) }
      var session = SessionHistory(tokenizer: EstimatingTokenizer())
      _ = session.update(to: history.entries)
      #expect(session.snapshot == maker.builder.snapshot, "seed \(seed)")
    }
  }

  @Test func `for every transcript and policy a session's modifiers make the overlay that the worker stores`()
    async throws
  {
    var made = 0
    for seed in Self.seeds {
      let (_, count, difference) = try await firstDifference(WorkerPath.self, SessionPath.self, seed: seed)
      made += count
      if let difference { Issue.record("\(difference)") }
    }
    // Most policies that are made up do something.
    #expect(made > Self.seeds.count)
  }

  /// Attachments of Apple's format are opaque, in the store as in a session: that stage has nothing to do.
  @Test(arguments: [
    "clear_tool_results", "clear_tool_arguments", "drop_completed_tool_calls", "drop_stale_reasoning", "rolling_window",
    "summarize", "hard_budget",
  ])
  func `each stage by itself makes overlays, and the same ones`(stage: String) async throws {
    var made = 0
    for seed in 0..<12 {
      var policies = PolicyGenerator(seed: seed)
      var chosen = policies.stage()
      while chosen.name != stage { chosen = policies.stage() }
      let policy = Policy(trigger: Trigger(.any, []), protection: Protection(lastTurns: 0), stages: [chosen])
      let (_, count, difference) = try await firstDifference(
        WorkerPath.self, SessionPath.self, seed: seed, policy: policy)
      made += count
      if let difference { Issue.record("\(difference)") }
    }
    #expect(made > 0)
  }

  @Test func `the comparison finds a wrong reading of the entries`() async throws {
    let wrong: [any OverlayPath.Type] = [CountsBytes.self, PartsMessages.self, NumbersAnew.self]
    for reading in wrong {
      var isFound = false
      for seed in Self.seeds where !isFound {
        isFound = try await firstDifference(WorkerPath.self, reading, seed: seed).difference != nil
      }
      #expect(isFound, "\(reading) makes the same overlays")
    }
  }
}
