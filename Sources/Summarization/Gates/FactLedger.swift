/// The facts of a source that a summary ought to keep, each with its weight.
struct FactLedger: Sendable {
  struct Fact: Sendable {
    var item: TextItem
    var weight: Int
    /// The part of the source that mentioned it last.
    var lastPart: Int
    /// As it stands in the source; kept only of facts that are worth a word to the model.
    var text: String?
  }

  /// A sentence in which the user sets a constraint.
  struct Constraint: Sendable {
    /// The first letters of its telling words.
    var stems: [UInt64]
    var text: String
  }

  private(set) var facts: [Fact] = []
  private var places = KeyMap()
  private(set) var constraints: [UInt64: Constraint] = [:]

  /// So many facts of one conversation are remembered; a summary holds far fewer.
  static let mostFacts = 20_000
  static let mostConstraints = 2_000
  static let constraintWeight = 4
  /// Later uses beyond these make a fact no weightier.
  static let mostUses = 4

  /// Takes in an item of a part of the source.
  ///
  /// - Parameters:
  ///   - weight: What it weighs when it is new.
  ///   - use: What it weighs more when a later part mentions it again.
  mutating func note(_ item: TextItem, part: Int, weight: Int, use: Int, text: () -> String) {
    guard let place = places[item.key] else {
      append(Fact(item: item, weight: weight, lastPart: part, text: weight > 1 ? text() : nil))
      return
    }
    guard facts[place].lastPart != part else { return }
    facts[place].lastPart = part
    facts[place].weight = min(facts[place].weight + use, 1 + Self.mostUses)
    if facts[place].text == nil { facts[place].text = text() }
  }

  mutating func add(constraint text: String) {
    guard constraints.count < Self.mostConstraints else { return }
    let stems = Array(Set(TextScan.stems(of: text)))
    guard !stems.isEmpty else { return }
    constraints[stems.reduce(0) { $0 ^ ($1 &* 0x9E37_79B9_7F4A_7C15) }] = Constraint(stems: stems, text: text)
  }

  /// Takes in what another part of the conversation holds.
  mutating func add(_ other: FactLedger) {
    for fact in other.facts {
      if let place = places[fact.item.key] {
        facts[place].weight = min(facts[place].weight + fact.weight, 1 + Self.mostUses)
        facts[place].text = facts[place].text ?? fact.text
      } else {
        append(fact)
      }
    }
    for (key, constraint) in other.constraints where constraints.count < Self.mostConstraints {
      constraints[key] = constraint
    }
  }

  private mutating func append(_ fact: Fact) {
    guard facts.count < Self.mostFacts else { return }
    places.add(fact.item.key, facts.count)
    facts.append(fact)
  }
}
