import TestSupport
import Testing

@testable import Summarization

/// How grounding is measured, and wrong ways of doing it.
enum GroundingRule: String, CaseIterable {
  case ours
  /// Wrong: an item stands in the source where its letters do.
  case byLetters
  /// Wrong: every run of digits by itself.
  case byDigitRuns
  /// Wrong: only words that are letter by letter the same.
  case byWords

  func share(_ summary: String, source: String) -> Double {
    let scan = TextScan(summary, findsNames: true)
    let index = TextScan(source).index
    switch self {
    case .ours: return Grounding(of: summary, scan, in: index, source: source).share
    case .byLetters:
      let items = texts(of: scan, in: summary)
      return items.isEmpty ? 1 : Double(items.count { source.contains($0) }) / Double(items.count)
    case .byDigitRuns:
      let runs = scan.index.runs.keys
      return runs.isEmpty ? 1 : Double(runs.count(where: index.runs.contains)) / Double(runs.count)
    case .byWords:
      let items = texts(of: scan, in: summary)
      let words = Set(source.split { $0.isWhitespace }.map(String.init))
      return items.isEmpty ? 1 : Double(items.count(where: words.contains)) / Double(items.count)
    }
  }

  private func texts(of scan: TextScan, in summary: String) -> [String] {
    scan.items.map { String(decoding: Array(summary.utf8)[$0.item.range], as: UTF8.self) }
  }
}

@Suite struct GroundingTests {
  /// What has to hold: all that stands in the source is grounded, however it is put; nothing else is.
  private func mistakes(of rule: GroundingRule, seeds: ClosedRange<Int>) -> [String] {
    var mistakes: [String] = []
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      let sample = FactSample(&random, entries: 12)
      let taken = Array(sample.facts.shuffled(using: &random).prefix(6))
      let honest = sample.summary(taken, &random)
      if rule.share(honest, source: sample.source) < 1 { mistakes.append("seed \(seed): refuses \(honest)") }
      var altered = taken
      let place = altered.indices.randomElement(using: &random)!
      altered[place] = altered[place].withOtherDigit(&random)
      guard !sample.facts.contains(altered[place]) else { continue }
      let lie = sample.summary(altered, &random)
      if rule.share(lie, source: sample.source) == 1 { mistakes.append("seed \(seed): takes \(altered[place])") }
      let cut = "Talked of \(taken[0].dropLast()) and so on."
      if taken[0].allSatisfy({ $0.isNumber }), rule.share(cut, source: sample.source) == 1 {
        mistakes.append("seed \(seed): takes a part of \(taken[0])")
      }
    }
    return mistakes
  }

  @Test func `what stands in the source is grounded, and what has another digit is not`() {
    let mistakes = mistakes(of: .ours, seeds: 1...400)
    #expect(mistakes.isEmpty, "\(mistakes.prefix(5))")
  }

  @Test(arguments: GroundingRule.allCases.filter { $0 != .ours })
  func `a wrong rule is found out`(_ rule: GroundingRule) {
    #expect(!mistakes(of: rule, seeds: 1...400).isEmpty)
  }

  @Test func `names of people who are not there are found, in whatever place`() {
    let source = "User: Maria Oliveira asked for a refund. The Berlin office agreed."
    func invented(_ text: String) -> [String] {
      Grounding(of: text, TextScan(text, findsNames: true), in: TextScan(source).index, source: source).invented
    }
    #expect(invented("Maria Oliveira wants a refund; Berlin agreed.") == [])
    #expect(invented("It was agreed with Viktor Blomqvist of Berlin.") == ["Viktor Blomqvist"])
    #expect(invented("Open Points: none. The user waits.") == [])
  }

  @Test func `a part of a longer word is grounded, a part of a number is not`() {
    let source = "User: call console.log(x) in run_all_tests() for 1447180"
    func share(_ text: String) -> Double {
      Grounding(of: text, TextScan(text), in: TextScan(source).index, source: source).share
    }
    #expect(share("It calls run_all_tests.") == 1)
    #expect(share("It is about 44718.") == 0)
  }
}
