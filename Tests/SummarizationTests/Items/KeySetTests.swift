import TestSupport
import Testing

@testable import Summarization

@Suite struct KeySetTests {
  @Test func `it holds what was put in, and nothing else`() {
    var random = SeededGenerator(seed: 1)
    // Few of them, so that many are put in twice; the smallest numbers lie in neighbouring slots.
    var (ours, known): (KeySet, Set<UInt64>) = (KeySet(), [])
    #expect(ours.isEmpty && !ours.contains(0))
    for _ in 0..<3_000 {
      let key = Bool.random(using: &random) ? UInt64.random(in: 2...400, using: &random) : random.next()
      ours.insert(key)
      known.insert(key)
    }
    #expect(ours.count == known.count && Set(ours.keys) == known)
    #expect((2...1_000).allSatisfy { ours.contains($0) == known.contains($0) })
  }
}

@Suite struct KeyMapTests {
  @Test func `each key has the number that it was given`() {
    var random = SeededGenerator(seed: 2)
    var (ours, known): (KeyMap, [UInt64: Int]) = (KeyMap(), [:])
    for number in 0..<3_000 {
      let key = Bool.random(using: &random) ? UInt64.random(in: 2...900, using: &random) : random.next()
      guard known[key] == nil else { continue }
      #expect(ours[key] == nil)
      ours.add(key, number)
      known[key] = number
    }
    #expect(known.allSatisfy { ours[$0.key] == $0.value })
  }
}
