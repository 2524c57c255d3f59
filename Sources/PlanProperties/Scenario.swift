package import Compaction
package import TestSupport

/// Something that compacts: the planner, or one of the wrong implementations beside it.
package protocol Compacting: SendableMetatype {
  init()
  mutating func compact(_ input: PlanningInput, _ random: inout SeededGenerator) -> Compacted
}

package struct Compacted: Equatable {
  /// The new revision, or `nil` where history stays as it was.
  package var overlay: Overlay?
  /// What a model was asked to summarise.
  package var requested: [PositionRange] = []
  package var nextLook: NextLook?
  /// A hard budget is passed although everything that may go is gone.
  package var isOverBudget = false
  /// Stages that did something, by name.
  package var stages: [String] = []

  package init(
    overlay: Overlay? = nil, requested: [PositionRange] = [], nextLook: NextLook? = nil, isOverBudget: Bool = false
  ) {
    self.overlay = overlay
    self.requested = requested
    self.nextLook = nextLook
    self.isOverBudget = isOverBudget
  }
}

extension Planner: Compacting {
  package mutating func compact(_ input: PlanningInput, _ random: inout SeededGenerator) -> Compacted {
    var made = Compacted()
    var next = plan(input)
    while true {
      switch next {
      case .unchanged(_, let nextLook): return Compacted(nextLook: nextLook)
      case .cannotShrink(.summaryTooLarge, _):
        // A summary that is refused is bought again only when something changes, which is the caller's part.
        return Compacted()
      case .cannotShrink(let reason, let nextLook):
        return Compacted(nextLook: nextLook, isOverBudget: reason == .overBudget)
      case .settled(let plan):
        made.overlay = plan.overlay
        made.nextLook = plan.nextLook
        made.isOverBudget = plan.isOverBudget
        made.stages = plan.effects.map(\.stage)
        return made
      case .needsShortForms(let draft):
        next = PlanningResult(draft.settle(tokens: draft.positions.map { formTokens($0, draft.rule, input) }))
      case .needsSummary(let draft):
        let largest = min(max(draft.budgetTokens, 1), 500)
        let tokens = random.once(in: 10) ? largest * 2 : Int.random(in: 1...largest, using: &random)
        made.requested = draft.covered
        next = PlanningResult(draft.settle(summaryTokens: tokens))
      }
    }
  }

  /// What a short form costs: mostly less than the entry, and always the same for the same rule.
  private func formTokens(_ position: Int32, _ rule: ShortFormRule, _ input: PlanningInput) -> Int? {
    let tokens = input.snapshot.headers.first { $0.position == position }.map { Int($0.tokens) } ?? 0
    var random = SeededGenerator(seed: Int(position) &* 1_009 &+ rule.number)
    if random.once(in: 8) { return random.pick([nil, tokens, tokens * 3, -1]) }
    return Int.random(in: 0...max(tokens, 0), using: &random)
  }
}

extension ShortFormRule {
  fileprivate var number: Int {
    switch self {
    case .result(.placeholder): 1
    case .result(.headAndTail): 2
    case .result(.digest): 3
    case .arguments: 4
    case .attachments: 5
    }
  }
}

/// One look at a conversation.
package struct Round {
  package var input: PlanningInput
  package var made: Compacted

  package init(input: PlanningInput, made: Compacted) {
    self.input = input
    self.made = made
  }

  /// What the history reads like afterwards.
  package var overlay: Overlay? { made.overlay ?? input.previous }
}

/// A transcript that grows, a policy, and a few looks at it; all of it determined by the seed.
package struct Scenario {
  package let seed: Int
  package let policy: Policy
  package let manners: TranscriptGenerator.Manners
  private var generator: TranscriptGenerator
  private var random: SeededGenerator

  package static let now: Int64 = 1_700_000_000_000_000

  package init(seed: Int, manners: TranscriptGenerator.Manners? = nil) {
    self.seed = seed
    generator = TranscriptGenerator(seed: seed, manners: manners)
    self.manners = generator.manners
    random = SeededGenerator(seed: ~seed)
    var policies = PolicyGenerator(seed: seed &* 31)
    var policy = policies.policy()
    // Half of them are always due: else too few get as far as the stages.
    if random.once(in: 2) { policy.trigger = Trigger(.any, []) }
    self.policy = policy
  }

  /// Looks several times, with appends between.
  package func run<Compactor: Compacting>(_: Compactor.Type, rounds: Int = 3) -> [Round] {
    var scenario = self
    var compactor = Compactor()
    var transcript = scenario.generator.transcript()
    var previous: Overlay?
    var looks: [Round] = []
    for revision in 1...rounds {
      let input = PlanningInput(
        snapshot: transcript.snapshot, previous: previous, policy: policy, now: Self.now,
        lastAppend: Self.now - 90_000_000, revision: Int32(revision))
      let made = compactor.compact(input, &scenario.random)
      looks.append(Round(input: input, made: made))
      previous = made.overlay ?? previous
      scenario.generator.grow(&transcript)
    }
    return looks
  }

  /// The transcript as it would go on after the first look, entry by entry.
  package func growth() -> (first: GeneratedTranscript, later: GeneratedTranscript) {
    var scenario = self
    let first = scenario.generator.transcript()
    var later = first
    for _ in 0..<4 { scenario.generator.grow(&later) }
    return (first, later)
  }
}
