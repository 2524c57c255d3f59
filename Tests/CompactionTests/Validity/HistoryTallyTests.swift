import Compaction
import TestSupport
import Testing

struct HistoryTallyTests {
  @Test func `histories are counted by rule and by dialect, as they came and as they are read`() {
    var tally = HistoryTally()
    tally.add(1, sketch("S U A"), nil)
    tally.add(2, sketch("U T(1) T(2) A"), nil)
    tally.add(3, sketch("U A{1} U A"), nil)
    // A revision has dropped the dead call, and with it what was wrong.
    let dropped = Overlay(
      ranges: [
        DispositionRange(PositionRange(1, 1), .kept, revision: 1),
        DispositionRange(PositionRange(2, 2), .dropped, stage: "repair", revision: 1),
        DispositionRange(PositionRange(3, 4), .kept, revision: 1),
      ], summary: nil, coversThrough: 4)
    tally.add(4, sketch("U A{1} U A"), dropped)
    tally.add(5, sketch("A U A"), nil)

    #expect(tally.conversations == 5)
    #expect(tally.asTheyCame.legal == [.openAI: 2, .anthropic: 1, .gemini: 1, .mistral: 1, .strictAlternation: 1])
    #expect(tally.asTheyAreRead.legal == [.openAI: 3, .anthropic: 2, .gemini: 2, .mistral: 2, .strictAlternation: 2])
    let orphans = tally.asTheyCame.byRule[.resultWithoutCall]
    #expect(orphans?.conversations == 1 && orphans?.violations == 2 && orphans?.examples == [2])
    #expect(tally.asTheyCame.byRule[.callWithoutResult]?.examples == [3, 4])
    #expect(tally.asTheyAreRead.byRule[.callWithoutResult]?.examples == [3])
    #expect(tally.deadCalls.conversations == 2)
    #expect(tally.asTheyCame.byRule[.doesNotBeginWithPrompt]?.examples == [5])
  }
}
