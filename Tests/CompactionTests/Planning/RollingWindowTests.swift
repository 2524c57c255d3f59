import Compaction
import TestSupport
import Testing

struct RollingWindowTests {
  static let cuts: [(String, RollingWindow.Limit, Protection, String)] = [
    // The last four entries would begin with a result.
    ("U A{1} T(1) A{2} T(2) A{3} T(3) A", .entries(4), Protection(lastTurns: 0), "U1 C6 T7 A8"),
    // An even window must not leave an answer whose prompt is gone.
    ("U A U A U A", .entries(3), Protection(), "U5 A6"),
    ("U A U A U A", .entries(4), Protection(), "U3 A4 U5 A6"),
    ("S U A U A", .entries(2), Protection(), "S1 U4 A5"),
    // Never smaller than the last turn.
    ("U A U A{1} T(1) A", .entries(0), Protection(), "U3 C4 T5 A6"),
    ("U A U A{1} T(1) A", .entries(-7), Protection(lastTurns: 0), "U3 C4 T5 A6"),
    // Ten parallel results go or stay together.
    (
      "U A{1,2,3,4} T(1) T(2) T(3) T(4) A{5} T(5)", .entries(4), Protection(lastTurns: 0), "U1 C7 T8"
    ),
    // An unanswered call is a barrier: it stays, with its prompt.
    ("U A U A{1} U", .turns(1), Protection(), "U3 C4 U5"),
    ("U A U A{1} U A U A", .turns(1), Protection(), "U7 A8"),
    ("U A U A{1} U A U A", .turns(1), Protection(deadCalls: true), "U3 C4 U7 A8"),
    ("U A U A U A U A", .turns(1), Protection(roles: [.user]), "U1 U3 U5 U7 A8"),
    ("U A U A{1} T(1) U A U A", .turns(1), Protection(roles: [.tool]), "U3 C4 T5 U8 A9"),
    ("U A U A{1} T(1) U A U A", .turns(1), Protection(roles: [.assistant]), "U1 A2 U3 C4 T5 U6 A7 U8 A9"),
    // A late result holds on to its call: no cut between them.
    ("U A U A{1} U T(1) A U A", .turns(2), Protection(), "U8 A9"),
    // The same id in every turn.
    ("U A{0} T(0) U A{0} T(0) U A{0} T(0)", .turns(2), Protection(), "U4 C5 T6 U7 C8 T9"),
    ("U A{_} T(_) U A{_} T(_)", .turns(1), Protection(), "U4 C5 T6"),
    ("U:30 A:30 U:30 A:30", .tokens(60), Protection(), "U3 A4"),
    ("U:30 A:30 U:30 A:30", .tokens(119), Protection(), "U3 A4"),
    // Protection.
    ("U A U A U A", .turns(1), Protection(firstPrompt: true), "U1 U5 A6"),
    ("U A U A{1=pay} T(1) A U A", .turns(1), Protection(tools: ["pay"]), "U3 C4 T5 A6 U7 A8"),
    ("U A U A* U A", .turns(1), Protection(), "U3 A4 U5 A6"),
    ("U A U A U A", .turns(1), Protection(lastTurns: 2), "U3 A4 U5 A6"),
    // No prompt at all.
    ("A{1} T(1) A{2} T(2) A", .entries(3), Protection(lastTurns: 0), "C3 T4 A5"),
    // Reasoning goes with what it leads to.
    ("U R A{1} T(1) R A{2} T(2)", .entries(4), Protection(lastTurns: 0), "U1 R5 C6 T7"),
    // A loop that began with reasoning must not begin without.
    ("U R A{1} T(1) A{2} T(2) A{3} T(3)", .entries(3), Protection(lastTurns: 0), "U1 R2 C3 T4 C5 T6 C7 T8"),
  ]

  @Test(arguments: cuts)
  func `a window keeps the largest aligned suffix that fits`(
    _ drawing: String, _ limit: RollingWindow.Limit, _ protection: Protection, _ expected: String
  ) {
    let made = planned(drawing, policy(.rollingWindow(RollingWindow(limit)), protect: protection))
    #expect(made.drawing == expected)
  }
}
