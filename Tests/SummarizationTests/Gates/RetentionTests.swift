import TestSupport
import Testing

@testable import Summarization

private func retention(_ summary: String, _ source: String, tokens: Int = 200) -> Retention? {
  Retention(of: SourceFacts(source).ledger, in: TextScan(summary).index, tokens: tokens)
}

/// How a share is taken, and wrong ways of doing it.
enum RetentionRule: String, CaseIterable {
  case ours
  /// Wrong: every fact weighs the same.
  case unweighted
  /// Wrong: as often as it stands there.
  case byOccurrence

  func share(_ summary: String, _ source: String) -> Double {
    let index = TextScan(summary).index
    switch self {
    case .ours: return retention(summary, source)?.share ?? 1
    case .unweighted:
      let facts = SourceFacts(source).ledger.facts
      return Double(facts.count { index.holds($0.item) }) / Double(facts.count)
    case .byOccurrence:
      let items = TextScan(source).items
      return Double(items.count { index.holds($0.item) }) / Double(items.count)
    }
  }
}

@Suite struct RetentionTests {
  /// What has to hold: all kept is 1 and nothing kept 0, one more fact kept is never less, and of two facts the one that is
  /// used later by more entries is worth more, however often one entry says it.
  private func mistakes(of rule: RetentionRule, seeds: ClosedRange<Int>) -> [String] {
    var mistakes: [String] = []
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      let sample = FactSample(&random, entries: 10)
      guard Set(sample.facts).count == sample.facts.count else { continue }
      let all = sample.summary(sample.facts, &random)
      if rule.share(all, sample.source) < 1 { mistakes.append("seed \(seed): all kept is not all") }
      if rule.share("Nothing of note.", sample.source) > 0 {
        mistakes.append("seed \(seed): nothing kept is something")
      }
      var last = 0.0
      for count in 1...sample.facts.count {
        let share = rule.share(sample.summary(Array(sample.facts.prefix(count)), &random), sample.source)
        if share < last { mistakes.append("seed \(seed): more kept is less") }
        last = share
      }
      let (used, repeated) = (sample.facts[2], sample.facts[4])
      let later = sample.source + "\nAssistant calls look_up: \(used)\nUser: \(used) again"
      let noisy = later.replacing(repeated, with: "\(repeated) \(repeated) \(repeated) \(repeated)")
      if rule.share("About \(used).", noisy) <= rule.share("About \(repeated).", noisy) {
        mistakes.append("seed \(seed): what is used later weighs no more")
      }
    }
    return mistakes
  }

  @Test func `more facts kept are a larger share, and what is used later weighs more`() {
    let mistakes = mistakes(of: .ours, seeds: 1...150)
    #expect(mistakes.isEmpty, "\(mistakes.prefix(5))")
  }

  @Test(arguments: RetentionRule.allCases.filter { $0 != .ours })
  func `a wrong rule is found out`(_ rule: RetentionRule) {
    #expect(!mistakes(of: rule, seeds: 1...150).isEmpty)
  }

  @Test func `a constraint of the user survives in other words, and is missed where it is gone`() throws {
    let source = """
      User: I live at 12 Mill Lane. Please never ring before ten in the morning.
      Assistant: Order 44718 and order 44901 and order 44902 are on their way.
      """
    let kept = try #require(retention("Never ring before ten in the morning. Orders 44718, 44901, 44902.", source))
    #expect(kept.share == 1)
    let lost = try #require(retention("Orders 44718, 44901, 44902.", source))
    #expect(lost.share < 0.6)
    #expect(lost.missing == ["Please never ring before ten in the morning."])
    // What the assistant says is no constraint; its digits are facts all the same.
    let assistant = SourceFacts(source.replacing("User:", with: "Assistant:")).ledger
    #expect(assistant.constraints.isEmpty && SourceFacts(source).ledger.constraints.count == 1)
  }

  @Test func `a small summary of much is measured by what it can hold`() throws {
    let source = (0..<200).map { "Assistant: item \(10_000 + $0) is fine" }.joined(separator: "\n")
    let summary = "Items " + (0..<10).map { String(10_000 + $0) }.joined(separator: ", ")
    #expect(try #require(retention(summary, source, tokens: 100)).share == 1)
    #expect(try #require(retention(summary, source, tokens: 2_000)).share < 0.1)
  }

  @Test func `too few facts say nothing`() {
    #expect(retention("Hello.", "User: order 44718") == nil)
  }

  @Test func `what was a constraint in an earlier summary is one still`() {
    let source = "<summary part=\"1\">\nConstraints:\n- never ring before ten\nFacts:\n- order 44718\n</summary>"
    #expect(SourceFacts(source).ledger.constraints.values.map(\.text) == ["never ring before ten\n"])
  }
}
