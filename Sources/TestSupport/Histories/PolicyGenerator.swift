public import Compaction

/// Makes policies with every stage and every sort of number in them, sensible or not.
public struct PolicyGenerator {
  public var random: SeededGenerator

  public init(seed: Int) { random = SeededGenerator(seed: seed) }

  public mutating func policy() -> Policy {
    Policy(
      trigger: trigger(), target: random.once(in: 3) ? nil : size(), protection: protection(), repairs: repairs(),
      minimumGain: minimumGain(),
      stages: (0..<Int.random(in: 1...4, using: &random)).map { _ in stage() })
  }

  public mutating func trigger() -> Trigger {
    let conditions = (0..<random.pick([0, 1, 1, 1, 2])).map { _ -> Trigger.Condition in
      switch Int.random(in: 0..<7, using: &random) {
      case 0: .entries(count())
      case 1: .turns(count() / 4)
      case 2: .toolCalls(count() / 2)
      case 3: .age(seconds: random.pick([0, 30, 60, 90, -1, .max]))
      case 4: .idle(seconds: random.pick([0, 60, 90, 120, .max, .min]))
      default: .tokens(tokens())
      }
    }
    return Trigger(random.once(in: 3) ? .all : .any, conditions, idleSeconds: random.pick([0, 0, 0, 60, .max]))
  }

  public mutating func size() -> Size {
    Size(
      entries: random.once(in: 3) ? count() : nil, turns: random.once(in: 4) ? count() / 4 : nil,
      tokens: random.once(in: 3) ? nil : tokens(), toolCalls: random.once(in: 6) ? count() / 2 : nil)
  }

  private mutating func repairs() -> Set<Repair> {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: Set(Repair.allCases)
    case 1: Set(Repair.allCases.filter { _ in random.once(in: 2) })
    default: []
    }
  }

  private mutating func minimumGain() -> MinimumGain? {
    guard random.once(in: 4) else { return nil }
    return random.once(in: 2)
      ? .tokens(tokens()) : .share(millionths: random.pick([0, 1, 50_000, 300_000, 1_000_000, .max]))
  }

  public mutating func protection() -> Protection {
    Protection(
      firstPrompt: random.once(in: 3), lastTurns: random.pick([0, 0, 0, 1, 1, 2, 3, -1, .max]),
      tools: random.once(in: 4) ? ["pay"] : [],
      roles: random.once(in: 6) ? [random.pick(Protection.Role.allCases)] : [], deadCalls: random.once(in: 3))
  }

  public mutating func stage() -> Stage {
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      .clearToolResults(
        ClearToolResults(
          leave: shortText(), keepLast: random.pick([0, 0, 1, 3, .max, .min]), only: tools(), except: exempt(),
          atLeastTokens: random.once(in: 4) ? tokens() : 0))
    case 1:
      .clearToolArguments(
        ClearToolArguments(
          leave: shortText(), longerThan: random.pick([0, 200, .max]), keepLast: random.pick([0, 0, 1, 3, .min]),
          only: tools(), except: exempt(), atLeastTokens: random.once(in: 4) ? tokens() : 0))
    case 2:
      .dropStaleReasoning(
        DropStaleReasoning(
          keepLastTurns: random.pick([0, 1, 1, 3, .max, .min]), atLeastTokens: random.once(in: 4) ? tokens() : 0))
    case 3:
      .dropAttachments(
        DropAttachments(
          keepLastTurns: random.pick([0, 0, 1, .max]), keepLast: random.pick([0, 0, 1, .min]),
          atLeastTokens: random.once(in: 4) ? tokens() : 0))
    case 4: .hardBudget(HardBudget(tokens: random.pick([tokens(), tokens(), .min])))
    case 5:
      .dropCompletedToolCalls(
        DropCompletedToolCalls(
          keepLastTurns: random.pick([0, 0, 1, 3, .max]), keepLast: random.pick([0, 0, 1, 3, .min]),
          only: tools(), except: exempt(),
          atLeastTokens: random.once(in: 4) ? tokens() : 0))
    case 6: .rollingWindow(RollingWindow(limit()))
    default:
      .summarize(
        Summarize(
          model: "small", prompt: "brief@1", atMostTokens: random.pick([1, 20, 100, 400, .max, .min]),
          keepLast: random.once(in: 2) ? limit() : nil, atLeastTokens: random.once(in: 4) ? tokens() : 0))
    }
  }

  private mutating func shortText() -> ShortText {
    random.pick([.placeholder, .headAndTail(head: 300, tail: 0), .digest(atMost: 40)])
  }

  private mutating func tools() -> Set<String> { random.once(in: 5) ? ["search", "pay"] : [] }

  private mutating func exempt() -> Set<String> { random.once(in: 5) ? ["read_file"] : [] }

  public mutating func limit() -> RollingWindow.Limit {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: .entries(count())
    case 1: .turns(random.pick([0, 1, 2, 4, -1, .max]))
    default: .tokens(tokens())
    }
  }

  private mutating func count() -> Int {
    random.pick([0, 1, 2, 3, 5, Int.random(in: 0...40, using: &random), -1, .max, .min])
  }

  private mutating func tokens() -> Int {
    random.pick([
      0, 1, 50, 300, Int.random(in: 0...4_000, using: &random), Int.random(in: 0...4_000, using: &random), .max,
    ])
  }
}
