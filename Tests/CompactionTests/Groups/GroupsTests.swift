import Compaction
import PlanProperties
import TestSupport
import Testing
import Transcripts

struct GroupsTests {
  static let groups: [(String, [[Int32]])] = [
    ("S U A", [[1], [2], [3]]),
    ("U A{1} T(1) A", [[1], [2, 3], [4]]),
    ("U A{1,2,3} T(2) T(3) T(1) A", [[1], [2, 3, 4, 5], [6]]),
    // The text of the message and the reasoning that leads to it.
    ("U R &A &A{1} T(1) A", [[1], [2, 3, 4, 5], [6]]),
    ("U R A{1} T(1) R A", [[1], [2, 3, 4], [5, 6]]),
    ("U R R A", [[1], [2, 3, 4]]),
    // A text of a message of its own is not part of the group, nor is reasoning that leads to something else.
    ("U A A{1} T(1)", [[1], [2], [3, 4]]),
    ("U R U A", [[1], [2], [3], [4]]),
    ("U A{1} R T(1)", [[1], [2, 4], [3]]),
    // The same id in every turn, all ids equal, ids missing.
    ("U A{0} T(0) U A{0} T(0)", [[1], [2, 3], [4], [5, 6]]),
    ("U A{x,x} T(x) T(x) A{x} T(x)", [[1], [2, 3, 4], [5, 6]]),
    ("U A{_} T(_) A{_,_} T(_) T(_)", [[1], [2, 3], [4, 5, 6]]),
    // An unanswered call before one with the same id: the nearest gets the result.
    ("U A{x} U A{x} T(x)", [[1], [2], [3], [4, 5]]),
    ("U A{x} U A{x} T(x) T(x)", [[1], [2, 6], [3], [4, 5]]),
    // Results that answer nothing, or what is answered already.
    ("U T(1) A{1} T(1) T(1)", [[1], [2], [3, 4], [5]]),
    ("U A{1} T(2) T(1)", [[1], [2, 4], [3]]),
    // Late, and between others.
    ("U A{1} U A{2} T(2) T(1)", [[1], [2, 6], [3], [4, 5]]),
    ("U A{1} A{2} T(1) T(2)", [[1], [2, 4], [3, 5]]),
    // Prompts of one message, and results beside them, which are messages of their own.
    ("U &U A", [[1, 2], [3]]),
    ("U A{1} T(1) &U A", [[1], [2, 3], [4], [5]]),
  ]

  @Test(arguments: groups)
  func `entries that live or die together`(_ drawing: String, _ expected: [[Int32]]) {
    #expect(positions(sketch(drawing)) == expected)
  }

  @Test(
    arguments: [
      ("U A U A{1} T(1) A", [1, 3]), ("A U U A", [2, 3]), ("U &U A U", [1, 4]), ("S A{1} T(1)", []),
      ("U A{1} T(1) &U A", [1, 4]),
    ] as [(String, [Int32])])
  func `a turn begins with the first prompt of a message`(_ drawing: String, _ starts: [Int32]) {
    #expect(Groups(of: sketch(drawing)).turnStarts.map { $0 + 1 } == starts)
  }

  @Test func `only a group whose every call has its result is completed`() {
    let groups = Groups(of: sketch("U A{1,2} T(2) A{3} T(3) A{4}")).all.filter { $0.kind == .calls }
    #expect(groups.map(\.isCompleted) == [false, true, false])
    #expect(groups.map(\.isUnanswered) == [true, false, true])
  }

  @Test(
    arguments: [
      // Waiting: nothing behind, a prompt that nobody has answered, or only its own turn goes on.
      ("U A{1}", [], []), ("U A{1} U", [], []), ("U A{1} A", [], []), ("U A{1} U A{2}", [], []),
      ("U A{1} U A~", [], []), ("U A{1} U &A", [2], []),
      // Dead, whatever comes later.
      ("U A{1} U A", [2], []), ("U A{1,2} T(1) U A", [2], []), ("U A{1} U A T(1)", [2], [5]),
      ("A{1} U A", [1], []), ("U A{1} U A U A{1} T(1)", [2], []), ("U A{1} U A U A{1} T(1) T(1)", [2], [8]),
    ] as [(String, [Int32], [Int32])])
  func `a call is dead once a later prompt was answered, and a result that comes then answers nothing`(
    _ drawing: String, _ dead: [Int32], _ orphans: [Int32]
  ) {
    let groups = Groups(of: sketch(drawing)).all
    #expect(groups.filter(\.isDead).map { $0.first + 1 } == dead)
    #expect(groups.filter { $0.kind == .orphan }.map { $0.first + 1 } == orphans)
  }

  @Test func `the order of parallel results changes nothing about the groups`() {
    #expect(firstSeedWhereOrderMatters { Groups(of: $0).groupOfEntry } == nil)
    #expect(firstSeedWhereOrderMatters(pairedByOrder) != nil)
  }

  @Test func `groups are those that a search backwards from each result finds`() {
    for seed in 0..<1_000 {
      var generator = TranscriptGenerator(seed: seed)
      let snapshot = generator.transcript().snapshot
      let groups = Groups(of: snapshot)
      let indexes = Dictionary(uniqueKeysWithValues: snapshot.headers.enumerated().map { ($1.position, $0) })
      for pair in pairs(of: snapshot) {
        let found = Set(pair.entries.map { groups.groupOfEntry[indexes[$0]!] })
        #expect(found.count == 1, "seed \(seed): \(pair.entries)")
      }
      let unanswered = pairs(of: snapshot).filter(\.isUnanswered).map { $0.entries[0] }
      for position in unanswered {
        let group = groups.group(ofEntry: indexes[position]!)
        #expect(group.isUnanswered, "seed \(seed)")
        #expect(group.isDead == isDead(position, snapshot), "seed \(seed): \(snapshot.drawing(nil)), \(position)")
      }
    }
  }

  private func positions(_ snapshot: Snapshot) -> [[Int32]] {
    let groups = Groups(of: snapshot)
    return groups.all.indices.map { group in
      snapshot.headers.indices.filter { groups.groupOfEntry[$0] == group }.map { snapshot.headers[$0].position }
    }
  }

  /// Swaps neighbouring results of one assistant message and compares who belongs to whom.
  private func firstSeedWhereOrderMatters(_ groupOfEntry: (Snapshot) -> [Int32]) -> Int? {
    for seed in 0..<400 {
      var generator = TranscriptGenerator(seed: seed, manners: .legal)
      let snapshot = generator.transcript().snapshot
      let before = groupOfEntry(snapshot)
      for index in snapshot.headers.indices.dropLast()
      where snapshot.headers[index].kind == .toolOutput && snapshot.headers[index + 1].kind == .toolOutput {
        var swapped = snapshot
        swapped.headers.swapAt(index, index + 1)
        var expected = before
        expected.swapAt(index, index + 1)
        if groupOfEntry(swapped) != expected { return seed }
      }
    }
    return nil
  }

  /// Wrong: takes the n-th result after a message for that of its n-th call, and the id for an ornament.
  private func pairedByOrder(_ snapshot: Snapshot) -> [Int32] {
    var calls: [Int32] = []
    var next = 0
    return snapshot.headers.map { header in
      switch header.kind {
      case .toolCalls:
        calls = Array(header.firstCall..<header.firstCall + header.callCount)
        next = 0
        return -1
      case .toolOutput:
        defer { next += 1 }
        return next < calls.count ? calls[next] : -2
      default: return -3
      }
    }
  }
}
