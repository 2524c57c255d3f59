import Testing
import Transcripts

@testable import Evaluation

@Suite struct ArtifactTrailTests {
  @Test func `a trail tells each file once for each thing that was done to it`() throws {
    let trail = ArtifactTrail(
      of: try conversation([
        ["role": "user", "content": "Look at lib/other.swift"],
        calls(("read_file", ["path": "src/a.swift"]), ("editFile", ["path": "src/a.swift", "text": "x"])),
        calls(("read_file", ["path": "src/a.swift"]), ("bash", ["command": "cat src/b.swift | head"])),
      ]).entries)
    #expect(
      trail.steps == [
        .init(artifact: "src/a.swift", action: .read), .init(artifact: "src/a.swift", action: .edit),
        .init(artifact: "src/b.swift", action: .other("bash")),
      ])
  }

  @Test func `what is written into a file is not where it is written`() throws {
    let text = String(repeating: "import lib/inside.swift\n", count: 40)
    let trail = ArtifactTrail(
      of: try conversation([calls(("write", ["path": "src/a.swift", "content": .string(text)]))]).entries)
    #expect(trail.artifacts == ["src/a.swift"])
  }

  @Test(arguments: [
    ("read_file", "src/a.swift was viewed", true), ("read_file", "I edited src/a.swift", false),
    ("str_replace", "Updated src/a.swift", true), ("create_file", "created src/a.swift", true),
    ("deploy", "then deploy of src/a.swift", true), ("deploy", "src/a.swift", false),
  ])
  func `words say what a tool did`(_ tool: String, _ text: String, says: Bool) {
    #expect(Action(tool: tool).isSaid(in: text) == says)
  }

  /// An assistant message with these calls.
  private func calls(_ calls: (tool: String, arguments: JSON)...) -> JSON {
    [
      "role": "assistant", "content": nil,
      "tool_calls": .array(
        calls.enumerated().map { index, call in
          [
            "id": .string("c\(index)"), "type": "function",
            "function": ["name": .string(call.tool), "arguments": .string(call.arguments.text)],
          ]
        }),
    ]
  }
}
