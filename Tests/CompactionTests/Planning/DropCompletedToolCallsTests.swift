import Compaction
import TestSupport
import Testing

struct DropCompletedToolCallsTests {
  typealias Drop = DropCompletedToolCalls

  static let free = Protection(lastTurns: 0)

  static let drops: [(String, Drop, Protection, String)] = [
    ("U A{1} T(1) A U A", Drop(), Protection(), "U1 A4 U5 A6"),
    ("U A{1,2} T(2) T(1) A U A", Drop(), Protection(), "U1 A5 U6 A7"),
    // The text of the calls' message goes with them; that of another message stays.
    ("U A &A{1} T(1) A U A", Drop(), Protection(), "U1 A5 U6 A7"),
    ("U A A{1} T(1) A U A", Drop(), Protection(), "U1 A2 A5 U6 A7"),
    // An unanswered call is not completed, nor is a group with one.
    ("U A{1} A U A", Drop(), Protection(), "U1 C2 A3 U4 A5"),
    ("U A{1,2} T(1) A U A{3} T(3) A U A", Drop(), Protection(), "U1 C2 T3 A4 U5 A8 U9 A10"),
    // By id, not by position: the output that stands beside a call is that of another.
    ("U A{1} A{2} T(1) A U A", Drop(), Protection(), "U1 C3 A5 U6 A7"),
    // By occurrence: the first call x was never answered.
    ("U A{x} A U A{x} T(x) A U A", Drop(), Protection(), "U1 C2 A3 U4 A7 U8 A9"),
    ("U A{_} T(_) A U A", Drop(), Protection(), "U1 A4 U5 A6"),
    // A late result goes with its call.
    ("U A{1} U T(1) A U A", Drop(), Protection(), "U1 U3 A5 U6 A7"),
    // What stays.
    ("U A{1} T(1) A U A{2} T(2) A U A", Drop(keepLastTurns: 2), Protection(), "U1 A4 U5 C6 T7 A8 U9 A10"),
    ("U A{1} T(1) A{2} T(2) A U A", Drop(keepLast: 1), Protection(), "U1 C4 T5 A6 U7 A8"),
    ("U A{1} T(1) A{2} T(2) A{3} T(3)", Drop(keepLast: 2), free, "U1 C4 T5 C6 T7"),
    // The last group stays whatever the policy says.
    ("U A{1} T(1) A{2} T(2)", Drop(), free, "U1 C4 T5"),
    ("U A{1} T(1) A{2} T(2) A", Drop(), free, "U1 C4 T5 A6"),
    ("U A{1} T(1) A{2} T(2)", Drop(), Protection(), "U1 C2 T3 C4 T5"),
    // Tools.
    (
      "U A{1=a} T(1) A{2=b} T(2) A{3=a,4=b} T(3) T(4) A U A", Drop(only: ["a"]), Protection(),
      "U1 C4 T5 C6 T7 T8 A9 U10 A11"
    ),
    (
      "U A{1=a} T(1) A{2=b} T(2) A{3=a,4=b} T(3) T(4) A U A", Drop(except: ["b"]), Protection(),
      "U1 C4 T5 C6 T7 T8 A9 U10 A11"
    ),
    ("U A{1=a} T(1) A{2=b} T(2) A U A", Drop(), Protection(tools: ["b"]), "U1 C4 T5 A6 U7 A8"),
    ("U A{1} T(1) A U A", Drop(only: ["a"]), Protection(), "U1 C2 T3 A4 U5 A6"),
    ("U A{1} T(1)* A{2} T(2) A U A", Drop(), Protection(), "U1 C2 T3 A6 U7 A8"),
    // The minimum gain.
    ("U A{1}:30 T(1):30 A U A", Drop(atLeastTokens: 60), Protection(), "U1 A4 U5 A6"),
    ("U A{1}:30 T(1):30 A U A", Drop(atLeastTokens: 61), Protection(), "U1 C2 T3 A4 U5 A6"),
    // The loop of the last turn began with reasoning, and would begin without.
    ("U R A{1} T(1) A{2} T(2) A{3} T(3)", Drop(), free, "U1 R2 C3 T4 C7 T8"),
    ("U R A{1} T(1) A{2} T(2) R A{3} T(3)", Drop(), free, "U1 R7 C8 T9"),
  ]

  @Test(arguments: drops)
  func `only completed groups go, and all of each`(
    _ drawing: String, _ drop: Drop, _ protection: Protection, _ expected: String
  ) {
    #expect(planned(drawing, policy(.dropCompletedToolCalls(drop), protect: protection)).drawing == expected)
  }
}
