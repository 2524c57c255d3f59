import Compaction
import PlanProperties
import TestSupport
import Testing

struct CutPointsTests {
  // The positions before which a history may be cut: between turns, and within the last turn.
  static let cuts: [(String, [Int32], [Int32])] = [
    ("U A U A U A", [3, 5], [6]),
    ("S U A U A", [2, 4], [5]),
    ("A U A", [2], [3]),
    ("U &U A U A", [4], [5]),
    // Late results and calls between calls and results.
    ("U A{1} U T(1) A U A", [6], [7]),
    ("U A{1} A{2} T(1) T(2) U A", [6], [7]),
    // Within the last turn, at groups, up to the last one.
    ("U A{1} T(1) A{2,3} T(2) T(3) A{4} T(4)", [], [2, 4, 7]),
    ("U A{1} T(1) A{2} T(2) A", [], [2, 4]),
    ("U A{1} A{2} T(1) T(2) A{3} T(3)", [], [2, 6]),
    ("U R &A{1} T(1) A{2} T(2) R A{3} T(3)", [], [2, 7]),
    ("A{1} T(1) A{2} T(2)", [], [3]),
    ("U A", [], [2]),
    ("S S", [], []),
  ]

  @Test(arguments: cuts)
  func `a cut is legal where every rule allows it`(_ drawing: String, _ betweenTurns: [Int32], _ within: [Int32]) {
    let cuts = CutPoints(of: sketch(drawing))
    #expect(cuts.betweenTurns.map { $0 + 1 } == betweenTurns)
    #expect(cuts.withinLastTurn.map { $0 + 1 } == within)
  }

  @Test func `each rule has its own set of places`() {
    let cuts = CutPoints(of: sketch("U A{1} U T(1) R &A U A"))
    func places(_ rule: CutRules) -> [Int] {
      cuts.rules.indices.filter { cuts.rules[$0].contains(rule) }.map { $0 + 1 }
    }
    #expect(places(.toolPairing) == [1, 2, 5, 7, 8])
    #expect(places(.messageIntegrity) == [1, 2, 3, 4, 5, 7, 8])
    #expect(places(.turnAlignment) == [1, 3, 7])
    #expect(places(.groupOfLastTurn) == [8])
    #expect(cuts.betweenTurns.map { $0 + 1 } == [7])
  }

  @Test func `a legal cut splits no pair of call and result`() {
    for seed in 0..<500 {
      var generator = TranscriptGenerator(seed: seed)
      let snapshot = generator.transcript().snapshot
      let cuts = CutPoints(of: snapshot)
      for cut in cuts.betweenTurns + cuts.withinLastTurn {
        let position = snapshot.headers[Int(cut)].position
        for pair in pairs(of: snapshot) {
          #expect(Set(pair.entries.map { $0 < position }).count == 1, "seed \(seed): \(pair.entries) at \(position)")
        }
      }
    }
  }
}
