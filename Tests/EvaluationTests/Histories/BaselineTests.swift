import Compaction
import TestSupport
import Testing
import Transcripts

@testable import Evaluation

@Suite struct BaselineTests {
  @Test(arguments: Baseline.allCases)
  func `a baseline keeps whole groups within its budget, and the instructions`(_ baseline: Baseline) {
    for seed in 0..<200 {
      var generator = TranscriptGenerator(seed: seed)
      let snapshot = generator.transcript().snapshot
      guard !snapshot.headers.isEmpty else { continue }
      let whole = snapshot.headers.reduce(0) { $0 + Int($1.tokens) }
      let instructions = snapshot.headers.reduce(0) { $0 + ($1.kind == .instructions ? Int($1.tokens) : 0) }
      for budget in [0, whole / 3, whole] {
        let overlay = baseline.overlay(of: snapshot, budget: budget, seed: seed)
        let size = Overlay.size(of: snapshot, under: overlay)
        #expect(size.tokens <= max(budget, instructions), "seed \(seed)")
        if budget == whole { #expect(size.tokens == whole, "seed \(seed)") }
        let groups = Groups(of: snapshot)
        var fates: [Int32: Set<Disposition>] = [:]
        for (index, header) in snapshot.headers.enumerated() {
          let disposition = overlay.disposition(of: header.position)
          fates[groups.groupOfEntry[index], default: []].insert(disposition)
          if header.kind == .instructions { #expect(disposition == .kept) }
        }
        #expect(fates.values.allSatisfy { $0.count == 1 }, "seed \(seed)")
      }
    }
  }

  @Test func `the newest groups are a suffix, and the same seed draws the same`() {
    var generator = TranscriptGenerator(seed: 7)
    let snapshot = generator.transcript().snapshot
    let half = snapshot.headers.reduce(0) { $0 + Int($1.tokens) } / 2
    let draws = (0..<20).map { Baseline.random.overlay(of: snapshot, budget: half, seed: $0) }
    #expect(draws[3] == Baseline.random.overlay(of: snapshot, budget: half, seed: 3))
    #expect(Set(draws.map { $0.ranges(.kept).text }).count > 5)
    let window = Baseline.lastTurns.overlay(of: snapshot, budget: half, seed: 1)
    #expect(window.ranges(.kept).last?.last == snapshot.headers.last?.position)
  }
}
