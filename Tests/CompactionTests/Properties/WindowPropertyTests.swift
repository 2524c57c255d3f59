import Compaction
import PlanProperties
import TestSupport
import Testing
import Transcripts

/// The window against trying every suffix.
struct WindowPropertyTests {
  @Test func `a window is the largest suffix that fits, begins a turn and is sendable`() {
    for seed in 140_000..<141_000 {
      var generator = TranscriptGenerator(seed: seed, manners: seed % 2 == 0 ? .strict : .legal)
      var transcript = generator.transcript()
      while !transcript.entries.contains(where: { $0.kind == .prompt }) && transcript.entries.count < 5 {
        generator.grow(&transcript)
      }
      let snapshot = transcript.snapshot
      guard !snapshot.headers.contains(where: { $0.flags.contains(.pinned) }) else { continue }
      let limits: [RollingWindow.Limit] = [
        .entries(Int.random(in: 0...30, using: &generator.random)),
        .turns(Int.random(in: 0...8, using: &generator.random)),
        .tokens(Int.random(in: 0...2_000, using: &generator.random)),
      ]
      for limit in limits {
        let made = planned(snapshot, policy(.rollingWindow(RollingWindow(limit))))
        #expect(
          made.drawing == snapshot.drawing(bestSuffix(of: snapshot, limit)),
          "seed \(seed): \(snapshot.drawing(nil)), \(limit)")
      }
    }
  }

  /// Tries every suffix from the longest to the shortest.
  private func bestSuffix(of snapshot: Snapshot, _ limit: RollingWindow.Limit) -> Overlay? {
    let headers = snapshot.headers
    var shortest: Overlay?
    for start in headers.indices {
      let suffix = headers[start...].filter { $0.kind != .instructions }
      let isTurn = headers[start].kind == .prompt
      guard start == 0 || isTurn else { continue }
      let overlay = Overlay(
        ranges: headers.enumerated().map { index, header in
          let isKept = index >= start || header.kind == .instructions
          return DispositionRange(
            PositionRange(header.position, header.position), isKept ? .kept : .dropped, revision: 1)
        }, summary: nil, coversThrough: headers.last?.position ?? 0)
      guard Verdict(of: snapshot, under: overlay).isNoWorse(than: Verdict(of: snapshot), in: .strictAlternation) else {
        continue
      }
      shortest = overlay
      let fits =
        switch limit {
        case .entries(let count): suffix.count <= count
        case .turns(let count): suffix.count { $0.kind == .prompt } <= count
        case .tokens(let count): suffix.reduce(0) { $0 + Int($1.tokens) } <= count
        }
      if fits { return overlay }
    }
    return shortest
  }
}
