import Compaction
import TestSupport
import Testing

/// The other stages that ask for short forms.
struct ShorteningTests {
  static let arguments: [(String, ClearToolArguments, String)] = [
    ("U A{1}:90 T(1) A U A", ClearToolArguments(keepLast: 0), "U1 C2' T3 A4 U5 A6"),
    ("U A{1}:90 T(1) A{2}:90 T(2) A U A", ClearToolArguments(keepLast: 1), "U1 C2' T3 C4 T5 A6 U7 A8"),
    // A call that waits for its result is left alone.
    ("U A{1,2}:90 T(1) A U", ClearToolArguments(keepLast: 0), "U1 C2 T3 A4 U5"),
    ("U A{1=a,2=b}:90 T(1) T(2) A U A", ClearToolArguments(keepLast: 0, only: ["b"]), "U1 C2' T3 T4 A5 U6 A7"),
    ("U A{1=a,2=b}:90 T(1) T(2) A U A", ClearToolArguments(keepLast: 0, except: ["a", "b"]), "U1 C2 T3 T4 A5 U6 A7"),
    ("U A{1=a}:90 T(1) A U A", ClearToolArguments(keepLast: 0, atLeastTokens: 86), "U1 C2 T3 A4 U5 A6"),
  ]

  @Test(arguments: arguments)
  func `arguments of old calls are shortened, and the calls stay`(
    _ drawing: String, _ clear: ClearToolArguments, _ expected: String
  ) {
    #expect(planned(drawing, policy(.clearToolArguments(clear))).drawing == expected)
  }

  static let attachments: [(String, DropAttachments, Protection, String)] = [
    ("U:90@ A U A", DropAttachments(), Protection(), "U1' A2 U3 A4"),
    ("S:90@ U:90@ A U A", DropAttachments(), Protection(), "S1 U2' A3 U4 A5"),
    ("U A{1} T(1):90@ A:90@ U A", DropAttachments(), Protection(), "U1 C2 T3' A4' U5 A6"),
    ("U:90@ A U:90@ A U A", DropAttachments(keepLast: 1), Protection(), "U1' A2 U3 A4 U5 A6"),
    ("U:90@ A U:90@ A U A", DropAttachments(keepLastTurns: 2), Protection(), "U1' A2 U3 A4 U5 A6"),
    // The latest prompt stays verbatim.
    ("U:90@ A U:90@ A", DropAttachments(), Protection(lastTurns: 0), "U1' A2 U3 A4"),
    ("U:90@ A U A", DropAttachments(), Protection(firstPrompt: true), "U1 A2 U3 A4"),
  ]

  @Test(arguments: attachments)
  func `old attachments become labels`(
    _ drawing: String, _ drop: DropAttachments, _ protection: Protection, _ expected: String
  ) {
    #expect(planned(drawing, policy(.dropAttachments(drop), protect: protection)).drawing == expected)
  }
}

struct DropStaleReasoningTests {
  static let free = Protection(lastTurns: 0)

  static let drops: [(String, DropStaleReasoning, Protection, String)] = [
    ("U R A U R A", DropStaleReasoning(), Protection(), "U1 A3 U4 R5 A6"),
    ("U R A{1} T(1) R A U R A", DropStaleReasoning(), Protection(), "U1 C3 T4 A6 U7 R8 A9"),
    ("U R A U R A U R A", DropStaleReasoning(keepLastTurns: 2), Protection(), "U1 A3 U4 R5 A6 U7 R8 A9"),
    // The tool loop of the last turn keeps its reasoning, whatever the policy says.
    ("U R A{1} T(1) R A{2} T(2)", DropStaleReasoning(keepLastTurns: 0), free, "U1 R2 C3 T4 R5 C6 T7"),
    ("U R A U R A{1} T(1)", DropStaleReasoning(keepLastTurns: -1), free, "U1 A3 U4 R5 C6 T7"),
    // Calls that wait for their results are left alone, and so are the answers of their turn.
    ("U R A{1} R A U", DropStaleReasoning(), Protection(), "U1 R2 C3 R4 A5 U6"),
    ("U R A{1} R A U A", DropStaleReasoning(), Protection(), "U1 C3 A5 U6 A7"),
    // Reasoning that led to nothing keeps the prompts apart.
    ("U A{1} T(1) R U A", DropStaleReasoning(), Protection(), "U1 C2 T3 R4 U5 A6"),
    ("R A U A", DropStaleReasoning(), Protection(), "A2 U3 A4"),
    ("R A R A", DropStaleReasoning(), free, "R1 A2 R3 A4"),
    ("U R:30 A U A", DropStaleReasoning(atLeastTokens: 31), Protection(), "U1 R2 A3 U4 A5"),
  ]

  @Test(arguments: drops)
  func `reasoning of old turns goes whole, and what it led to stays`(
    _ drawing: String, _ drop: DropStaleReasoning, _ protection: Protection, _ expected: String
  ) {
    #expect(planned(drawing, policy(.dropStaleReasoning(drop), protect: protection)).drawing == expected)
  }
}
