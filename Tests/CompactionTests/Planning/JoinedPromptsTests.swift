import Compaction
import PlanProperties
import TestSupport
import Testing
import Transcripts

/// Prompts that compaction leaves side by side are named, so that strict alternation can be rendered.
struct JoinedPromptsTests {
  private func overlay(keeping kept: [PositionRange], of count: Int32) -> Overlay {
    var ranges: [DispositionRange] = []
    var next: Int32 = 1
    for range in kept {
      if next < range.first {
        ranges.append(
          DispositionRange(PositionRange(next, range.first - 1), .dropped, stage: "rolling_window", revision: 1))
      }
      ranges.append(DispositionRange(range, .kept, revision: 1))
      next = range.last + 1
    }
    if next <= count {
      ranges.append(DispositionRange(PositionRange(next, count), .dropped, stage: "rolling_window", revision: 1))
    }
    return Overlay(ranges: ranges, summary: nil, coversThrough: count)
  }

  @Test(
    arguments: [
      ("S U A U A U A", [PositionRange(1, 2), PositionRange(6, 7)], [6]),
      ("S U A U A U A", [PositionRange(1, 7)], []),
      ("S U A U A", [PositionRange(1, 1), PositionRange(4, 5)], []),
      // Side by side on arrival: left as they came.
      ("U U A U", [PositionRange(1, 2), PositionRange(4, 4)], [4]),
      ("U U A U A", [PositionRange(1, 3)], []),
      // Three in a row all go into the first.
      ("U A U A U A", [PositionRange(1, 1), PositionRange(3, 3), PositionRange(5, 6)], [3, 5]),
      // Instructions in between keep them apart.
      ("U A S U A", [PositionRange(1, 1), PositionRange(3, 5)], []),
    ] as [(String, [PositionRange], [Int32])])
  func `a prompt joins the one before it only where what stood between is gone`(
    drawing: String, kept: [PositionRange], joined: [Int32]
  ) {
    let snapshot = sketch(drawing)
    let overlay = overlay(keeping: kept, of: Int32(snapshot.headers.count))
    #expect(overlay.joinedPrompts(in: snapshot) == joined)
  }

  @Test func `with its joins a strictly alternating history alternates again, whatever a policy takes out`() {
    var broken = 0
    for seed in 0..<2_000 {
      var generator = TranscriptGenerator(seed: seed, manners: .strict)
      let snapshot = generator.transcript().snapshot
      var policies = PolicyGenerator(seed: seed)
      let input = PlanningInput(
        snapshot: snapshot, previous: nil, policy: policies.policy(), now: 0, lastAppend: 0, revision: 1)
      var planner = Planner()
      guard case .settled(let plan) = planner.plan(input) else { continue }
      let joined = Set(plan.overlay.joinedPrompts(in: snapshot))
      let prompts = snapshot.headers.filter {
        isPresent($0.position, plan.overlay) && $0.kind != .instructions
      }
      for (one, other) in zip(prompts, prompts.dropFirst())
      where one.kind == .prompt && other.kind == .prompt && one.message != other.message {
        #expect(joined.contains(other.position), "seed \(seed), position \(other.position)")
        broken += 1
      }
    }
    // Without joins these histories would not alternate: the property has something to find.
    #expect(broken > 10)
  }
}
