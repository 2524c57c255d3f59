/// How much of a source's facts a summary kept.
struct Retention: Equatable, Sendable {
  /// The weight of what was kept over the most that a summary of this size could have kept; from 0 to 1.
  var share: Double
  /// Facts and constraints of the source.
  var facts: Int
  var kept: Int
  /// The weightiest of those that are missing, as they stand in the source.
  var missing: [String]

  /// What is said again in a request is short.
  private static let mostMissing = 12
  /// A summary may hold a fact for so many of its tokens.
  private static let tokensForFact = 10
  /// Of fewer facts a share says nothing.
  private static let fewest = 4
  private static let fewestHeld = 8

  /// `nil` where the source has too few facts to tell.
  init?(of ledger: FactLedger, in summary: ItemIndex, tokens: Int) {
    var weights: [Int] = []
    var keptWeight = 0
    var kept = 0
    var missing: [(text: String, weight: Int)] = []
    func count(_ weight: Int, _ isKept: Bool, _ text: String?) {
      weights.append(weight)
      if isKept {
        kept += 1
        keptWeight += weight
      } else if let text {
        missing.append((text, weight))
      }
    }
    for fact in ledger.facts { count(fact.weight, summary.holds(fact.item), fact.text) }
    for constraint in ledger.constraints.values {
      let held = constraint.stems.count(where: summary.stems.contains)
      count(FactLedger.constraintWeight, held * 2 >= constraint.stems.count, constraint.text)
    }
    guard weights.count >= Self.fewest else { return nil }
    let held = max(tokens / Self.tokensForFact, Self.fewestHeld)
    let best = weights.count <= held ? weights.reduce(0, +) : weights.sorted(by: >).prefix(held).reduce(0, +)
    share = min(Double(keptWeight) / Double(best), 1)
    facts = weights.count
    self.kept = kept
    // By text as well, since a dictionary has no order.
    missing.sort { ($0.weight, $1.text) > ($1.weight, $0.text) }
    self.missing = missing.prefix(Self.mostMissing).map(\.text)
  }
}
