import Compaction
import TestSupport
import Testing

struct VerdictTests {
  typealias Rule = Violation.Rule

  // What is wrong at which position, in the OpenAI dialect and besides under strict alternation.
  static let verdicts: [(String, [Violation], [Violation])] = [
    ("S U A", [], []),
    ("U A{1} T(1) A{2,3} T(3) T(2) A", [], []),
    // Calls in the last message may wait.
    ("U A{1}", [], []),
    ("U R &A &A{1,2}", [], []),
    ("U A{1,2} T(2)", [Violation(.callWithoutResult, at: 2)], []),
    ("U A{1} A", [Violation(.callWithoutResult, at: 2)], []),
    (
      "U A{1} U T(1) A", [Violation(.callWithoutResult, at: 2), Violation(.resultOutOfPlace, at: 4)],
      [Violation(.promptAfterPrompt, at: 3)]
    ),
    // Each result needs a call of its own.
    ("U A{1} T(1) T(1) A", [Violation(.resultWithoutCall, at: 4)], []),
    ("U A{1} T(1) T(2) A", [Violation(.resultWithoutCall, at: 4)], []),
    ("U A{x} T(x) A U A{x} T(x) A", [], []),
    ("U A{x,x} T(x) T(x) A", [], []),
    ("U A{x,x} T(x) A", [Violation(.callWithoutResult, at: 2)], []),
    ("U A{_} T(_) A", [], []),
    (
      "U A{1} A{2} T(1) T(2) A", [Violation(.callWithoutResult, at: 2), Violation(.resultOutOfPlace, at: 4)],
      []
    ),
    ("T(1) U A", [Violation(.resultWithoutCall, at: 1)], [Violation(.doesNotBeginWithPrompt, at: 1)]),
    ("S", [Violation(.onlyInstructions, at: 0)], []),
    ("U A~", [Violation(.blank, at: 2)], []),
    ("U~ A", [Violation(.blank, at: 1)], []),
    ("U R U A", [Violation(.blank, at: 2)], []),
    ("S A U A", [], [Violation(.doesNotBeginWithPrompt, at: 2)]),
    // Prompts side by side are merged, with calls between them they cannot be.
    ("U U A", [], []),
    ("U A{1} T(1) U A", [], [Violation(.promptAfterPrompt, at: 4)]),
    ("U A A", [], [Violation(.answerAfterAnswer, at: 3)]),
    ("U A A{1} T(1) A", [], [Violation(.answerAfterAnswer, at: 5)]),
    ("U A{1} T(1) A S U A", [], []),
  ]

  @Test(arguments: verdicts)
  func `a history is judged by dialect`(_ drawing: String, _ openAI: [Violation], _ strict: [Violation]) {
    let verdict = Verdict(of: sketch(drawing))
    #expect(verdict.violations(in: .openAI) == openAI)
    #expect(Set(verdict.violations(in: .strictAlternation)) == Set(openAI + strict))
    #expect(verdict.isLegal(in: .openAI) == openAI.isEmpty)
    #expect(verdict.isLegal(in: .strictAlternation) == (openAI + strict).isEmpty)
  }

  static let dialects: [(String, Set<Dialect>)] = [
    ("S U A", Set(Dialect.allCases)),
    ("U A{1} T(1) A U", Set(Dialect.allCases)),
    ("A U A", [.openAI]),
    ("A{1} T(1) U A", [.openAI]),
    // Answers in a row are merged for all but strict templates.
    ("U A A U", [.openAI, .anthropic, .gemini, .mistral]),
    ("U A A{1} T(1) A U", [.openAI, .anthropic, .gemini, .mistral]),
    // Templates count prompts and answers across calls.
    ("U A{1} T(1) U A", [.openAI, .anthropic, .gemini]),
    ("U A A{1} T(1) U A", [.openAI, .anthropic, .gemini, .strictAlternation]),
    // A summary is a prompt, and so is what it is merged into.
    ("U U A", Set(Dialect.allCases)),
    ("U A{_}! T(_)! A", []),
    ("U A{1} U A", []),
    ("S", []),
  ]

  @Test(arguments: dialects)
  func `a history is legal where what is rendered of it is`(_ drawing: String, _ dialects: Set<Dialect>) {
    let verdict = Verdict(of: sketch(drawing))
    #expect(Set(Dialect.allCases.filter { verdict.isLegal(in: $0) }) == dialects)
  }

  @Test func `a result in the wrong place is no worse when its call is gone`() {
    let misplaced = Verdict(violations: [Violation(.resultOutOfPlace, at: 4), Violation(.callWithoutResult, at: 2)])
    let orphaned = Verdict(violations: [Violation(.resultWithoutCall, at: 4)])
    for dialect in Dialect.allCases {
      #expect(orphaned.isNoWorse(than: misplaced, in: dialect))
      #expect(!Verdict(violations: [Violation(.resultWithoutCall, at: 5)]).isNoWorse(than: misplaced, in: dialect))
    }
  }

  static func overlay(_ text: String, _ summary: Int32? = nil, through: Int32 = 6) -> Overlay {
    Overlay(
      ranges: text.split(separator: " ").map { part in
        let disposition: [Character: Disposition] = ["k": .kept, "r": .replaced, "d": .dropped, "c": .covered]
        let range = [PositionRange](text: part.dropFirst())![0]
        return DispositionRange(range, disposition[part.first!]!, revision: 1)
      }, summary: summary.map { Overlay.Summary(before: $0, tokens: 3) }, coversThrough: through)
  }

  static let overlays: [(String, Overlay, [Violation])] = [
    ("S U A{1} T(1) U A", overlay("k1 d2-4 k5-6"), []),
    ("S U A{1} T(1) U A", overlay("k1 c2-4 k5-6", 5), []),
    ("S U A{1} T(1) U A", overlay("k1 c2-4 r5 k6", 5), []),
    ("S U A{1} T(1) U A", overlay("k1-3 d4 k5-6"), [Violation(.callWithoutResult, at: 3)]),
    ("S U A{1} T(1) A A", overlay("k1-2 d3 k4-6"), [Violation(.resultWithoutCall, at: 4)]),
    ("S U A{1} T(1) U A", overlay("d1-4 k5-6"), [Violation(.instructionsRemoved, at: 1)]),
    (
      "S U A{1} T(1) U A", overlay("k1 c2-4 k5-6"),
      [2, 3, 4].map { Violation(.coveredWithoutSummary, at: $0) }
    ),
    ("S U A{1} T(1) U A", overlay("k1 d2-4 k6"), [Violation(.undecided, at: 5)]),
    ("S U A{1} T(1) U A", overlay("k1 d2-4 k4-6"), [Violation(.decidedTwice, at: 4)]),
    ("S U A{1} T(1) U A", overlay("k1 d2-6"), [Violation(.onlyInstructions, at: 0)]),
    // What stands behind the overlay follows it.
    ("U A U A U A{1}", overlay("d1-2 k3-4", through: 4), []),
  ]

  @Test(arguments: overlays)
  func `what an overlay leaves is judged`(_ drawing: String, _ overlay: Overlay, _ violations: [Violation]) {
    #expect(Verdict(of: sketch(drawing), under: overlay).violations(in: .openAI) == violations)
  }

  @Test func `a summary is a prompt`() {
    let answers = Verdict(of: sketch("A A{1} T(1) A"), under: Self.overlay("c1 k2-4", 2, through: 4))
    #expect(answers.isLegal(in: .strictAlternation))
  }

  static let comparisons: [([Violation], [Violation], Bool)] = [
    ([], [], true),
    ([Violation(.blank, at: 3)], [], true),
    ([], [Violation(.blank, at: 3)], false),
    ([Violation(.blank, at: 3)], [Violation(.blank, at: 3)], true),
    // One thing mended does not pay for another that breaks.
    ([Violation(.blank, at: 3)], [Violation(.resultWithoutCall, at: 5)], false),
    ([Violation(.blank, at: 3)], [Violation(.blank, at: 4)], false),
    // What is wrong between entries may move.
    ([Violation(.promptAfterPrompt, at: 3)], [Violation(.promptAfterPrompt, at: 7)], true),
    (
      [Violation(.promptAfterPrompt, at: 3)],
      [Violation(.promptAfterPrompt, at: 7), Violation(.promptAfterPrompt, at: 9)], false
    ),
    ([Violation(.doesNotBeginWithPrompt, at: 1)], [Violation(.doesNotBeginWithPrompt, at: 5)], true),
  ]

  @Test(arguments: comparisons)
  func `no worse means that nothing else is wrong`(_ before: [Violation], _ after: [Violation], _ expected: Bool) {
    #expect(
      Verdict(violations: after).isNoWorse(than: Verdict(violations: before), in: .strictAlternation) == expected)
  }
}
