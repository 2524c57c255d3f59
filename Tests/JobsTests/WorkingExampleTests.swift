import Compaction
import Jobs
import Testing

/// Each mistake in a policy is shown with a section that works.
struct WorkingExampleTests {
  static let window = "    - rolling_window: {turns: 20}"
  static let summary = "    - summarize: {model: small, prompt: facts@1, at_most: {tokens: 300}"

  /// The kind of mistake, and lines in place of those of the plain job.
  static let mistakes: [(PolicyFinding.Kind, [(String, String)])] = [
    (.targetNotBelowTrigger, [("target", "target: {tokens: 4k}")]),
    (.protectionAboveTarget, [("target", "target: {tokens: 2k}\nprotect: {last_turns: 501}")]),
    (.keepLastNotBelowTarget, [("  - summarize", summary + ", keep_last: {tokens: 2k}}")]),
    (.summaryNotBelowTarget, [("target", "target: {tokens: 300}")]),
    (.summaryAboveRest, [("  - summarize", summary + ", keep_last: {tokens: 1800}}")]),
    (.secondSummary, [("  - summarize", summary + "}\n" + summary + "}")]),
    (.keepLastNotBelowWindow, [("  - summarize", window + "\n" + summary + ", keep_last: {turns: 20}}")]),
    (.windowNotBelowWindow, [("  - summarize", window + "\n" + window + "\n" + summary + "}")]),
    (
      .dropLeavesWindowAlone,
      [("  - summarize", window + "\n    - drop_completed_tool_calls: {keep_last_turns: 20}\n" + summary + "}")]
    ),
    (
      .stageRepeated,
      [
        (
          "  - summarize",
          "    - drop_stale_reasoning: {}\n    - drop_stale_reasoning: {keep_last_turns: 2}\n" + summary + "}"
        )
      ]
    ),
    (
      .nothingLeftToClear,
      [("  - summarize", "    - drop_completed_tool_calls: {}\n    - clear_tool_results: {}\n" + summary + "}")]
    ),
    (
      .everyToolExempt,
      [
        ("target", "target: {tokens: 2k}\nprotect: {tools: [pay]}"),
        ("  - summarize", "    - clear_tool_results: {only: [pay]}\n" + summary + "}"),
      ]
    ),
    (.budgetBelowTarget, [("  - summarize", summary + "}\n    - hard_budget: {tokens: 1k}")]),
    (
      .budgetNotBelowBudget,
      [("  - summarize", summary + "}\n    - hard_budget: {tokens: 3k}\n    - hard_budget: {tokens: 3k}")]
    ),
    (
      .summaryNotBelowBudget,
      [("target", ""), ("  - summarize", summary + "}\n    - hard_budget: {tokens: 300}")]
    ),
    (
      .budgetBelowProtection,
      [("target", "protect: {last_turns: 800}"), ("  - summarize", summary + "}\n    - hard_budget: {tokens: 3k}")]
    ),
    (.gainOutOfReach, [("target", "target: {tokens: 2k}\nminimum_gain: {share: 100%}")]),
    (.gainAboveTrigger, [("target", "target: {tokens: 2k}\nminimum_gain: {tokens: 2001}")]),
    (.idleWithinIdleFor, [("compact_when", "compact_when: {any: [{tokens: 4k}, {idle: 5m}], idle_for: 15m}")]),
    (
      .windowBelowProtection,
      [("target", "protect: {last_turns: 21}"), ("  - summarize", window + "\n" + summary + "}")]
    ),
    (
      .windowAboveTrigger,
      [
        ("compact_when", "compact_when: {any: [{turns: 10}]}"), ("target", ""),
        ("  - summarize", window + "\n" + summary + "}"),
      ]
    ),
    (.budgetAboveTrigger, [("  - summarize", summary + "}\n    - hard_budget: {tokens: 5k}")]),
    (.windowAboveTarget, [("  - summarize", summary + "}\n    - rolling_window: {tokens: 3k}")]),
    (
      .turnsOutOfReach,
      [("target", "target: {tokens: 2k, turns: 3}"), ("  - summarize", "    - drop_completed_tool_calls: {}")]
    ),
    (
      .entriesOutOfReach,
      [("target", "target: {tokens: 2k, entries: 3}"), ("  - summarize", "    - clear_tool_results: {}")]
    ),
    (
      .toolCallsOutOfReach,
      [("target", "target: {tokens: 2k, tool_calls: 3}"), ("  - summarize", "    - clear_tool_results: {}")]
    ),
  ]

  @Test(arguments: mistakes)
  func `with the example in place of the section at fault, the mistake is gone`(
    _ kind: PolicyFinding.Kind, _ changes: [(String, String)]
  ) throws {
    var lines = plainJob.split(separator: "\n").map(String.init)
    for (beginning, line) in changes {
      let index = try #require(lines.firstIndex { $0.hasPrefix(beginning) })
      lines[index] = line
    }
    let text = lines.filter { !$0.isEmpty }.joined(separator: "\n")
    let found = Job.load(text: text, file: "job.yaml").diagnostics.filter { $0.example != nil }
    try #require(!found.isEmpty, "\(kind) is not found in\n\(text)")
    for finding in found {
      let mended = text.replacingSection(by: finding.example!)
      let left = Job.load(text: mended, file: "job.yaml").diagnostics
      #expect(!left.contains { $0.problem == finding.problem }, "\(kind): \(finding.rendered)")
      #expect(!left.contains { $0.problem.contains("wrong form") || $0.problem.contains("valid") }, "\(mended)")
      #expect(finding.rendered.contains("\n  for example:\n    "))
    }
  }

  /// Others are refused before a policy is made of the file.
  @Test func `every kind of mistake that a file can hold is shown above`() {
    let refused: Set<PolicyFinding.Kind> = [.noStages, .emptyTarget, .summaryNotPositive, .budgetNotPositive]
    #expect(Set(Self.mistakes.map(\.0)) == Set(PolicyFinding.Kind.allCases).subtracting(refused))
  }

  @Test func `jobs that overlap are told how not to`() throws {
    func job(_ name: String, _ select: String) throws -> Job {
      let text = plainJob(("job", "job: \(name)\nselect: \(select)"))
      return try #require(Job.load(text: text, file: "\(name).yaml").job)
    }
    let cases = [
      ("{tenants: {only: [a]}}", "{tenants: all}", "select: {tenants: {except: [a]}}"),
      ("{tenants: {only: [a, b]}}", "{tenants: {only: [b, c]}}", "select: {tenants: {only: [c]}}"),
      ("{tenants: all}", "{metadata: {channel: mail}}", "compactor apply two.yaml one.yaml"),
    ]
    for (one, two, example) in cases {
      let finding = try #require(Job.check([try job("one", one), try job("two", two)]).first)
      #expect(finding.example == example)
    }
  }
}

extension String {
  /// The text with a top-level section, and what is indented below it, replaced by another, or removed by a comment.
  fileprivate func replacingSection(by example: String) -> String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let key = example.hasPrefix("# no ") ? example.dropFirst(5) + ":" : example.prefix { $0 != ":" } + ":"
    guard let start = lines.firstIndex(where: { $0.hasPrefix(key) }) else { return self + "\n" + example }
    let end = lines[(start + 1)...].firstIndex { !$0.hasPrefix(" ") } ?? lines.count
    return (lines[..<start] + [example] + lines[end...]).joined(separator: "\n")
  }
}
