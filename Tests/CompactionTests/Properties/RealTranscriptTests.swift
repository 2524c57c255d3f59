import Compaction
import PlanProperties
import TestSupport
import Testing
import TranscriptFormats
import Transcripts

/// What generated transcripts are tested for, on real ones.
@Suite(.enabled(if: TestData.folder != nil, Comment(rawValue: TestData.isMissing)))
struct RealTranscriptTests {
  static let names = [
    "bfcl-memory", "cline", "oasst-en100", "openhands-sdk", "pi-mono-a", "swe-agent", "tau-bench-airline",
    "tau2-gpt41mini",
  ]

  @Test(arguments: names)
  func `every policy leaves real transcripts as sendable as they were, and no larger`(_ name: String) throws {
    for (number, snapshot) in try snapshots(name).enumerated() {
      // The shorter ones with fewer policies each: they are many.
      for seed in 0..<(snapshot.headers.count > 200 ? 60 : 12) {
        var policies = PolicyGenerator(seed: number * 1_000 + seed)
        var policy = policies.policy()
        policy.trigger = Trigger(.any, [])
        let input = PlanningInput(
          snapshot: snapshot, previous: nil, policy: policy, now: 0, lastAppend: 0, revision: 1)
        var random = SeededGenerator(seed: seed)
        var planner = Planner()
        let round = Round(input: input, made: planner.compact(input, &random))
        for property in [Property.legality, .neverWorse, .neverGrows, .partition, .keepsWhatAlwaysStays] {
          let failure = property.failure(round)
          #expect(failure == nil, "\(name) \(number), seed \(seed): \(failure ?? "") \(policy)")
        }
        guard let overlay = round.made.overlay else { continue }
        var again = input
        again.previous = overlay
        again.revision = 2
        #expect(planner.compact(again, &random).overlay == nil, "\(name) \(number), seed \(seed): \(policy)")
      }
    }
  }

  @Test func `an agent whose every call is answered is judged legal, a session that lost results is not`() throws {
    let airline = try snapshots("tau-bench-airline")
    #expect(airline.count == 100)
    #expect(airline.allSatisfy { Verdict(of: $0).isLegal(in: .openAI) })
    let rules = Set(try snapshots("pi-mono-a").flatMap { Verdict(of: $0).violations.map(\.rule) })
    #expect(rules.contains(.callWithoutResult))
  }

  /// The headers of each conversation, a token for every four bytes.
  private func snapshots(_ name: String) throws -> [Snapshot] {
    let bytes = try #require(try TestData.bytes("transcripts/\(name).jsonl"))
    var reader = try TranscriptReader(MemorySource(bytes), format: .openai)
    var snapshots: [Snapshot] = []
    while let item = try reader.next() {
      guard case .conversation(let draft) = item else {
        Issue.record("\(name): \(item)")
        continue
      }
      snapshots.append(snapshot(draft))
    }
    return snapshots
  }

  private func snapshot(_ conversation: ConversationDraft) -> Snapshot {
    var builder = SnapshotBuilder(tokenizer: "bytes/4")
    for (ordinal, message) in conversation.messages.enumerated() {
      for entry in message.entries {
        let bytes =
          entry.contents.reduce(0) { $0 + $1.utf8.count }
          + entry.calls.reduce(0) { $0 + ($1.arguments ?? "").utf8.count }
        builder.append(
          EntryHeader(
            position: Int32(builder.snapshot.headers.count + 1), message: Int32(ordinal + 1), kind: entry.kind,
            flags: EntryFlags(rawValue: entry.traits.rawValue), tokens: Int32(bytes / 4 + 4), bytes: Int32(bytes),
            time: message.time ?? EntryHeader.noTime),
          calls: entry.calls.map { (id: $0.id, tool: $0.tool) })
      }
    }
    return builder.snapshot
  }
}
