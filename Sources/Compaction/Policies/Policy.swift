/// An ordered list of stages, with what makes a conversation due and what is never touched.
public struct Policy: Sendable, Equatable {
  /// When a conversation is compacted at all.
  public var trigger: Trigger
  /// Stages stop as soon as the history is at or below every limit named here; `nil` runs them all.
  public var target: Size?
  public var protection: Protection
  public var stages: [Stage]

  public init(trigger: Trigger, target: Size? = nil, protection: Protection = Protection(), stages: [Stage]) {
    self.trigger = trigger
    self.target = target
    self.protection = protection
    self.stages = stages
  }
}

/// Limits on the size of a history; a `nil` limits nothing.
public struct Size: Sendable, Equatable {
  public var entries: Int?
  public var turns: Int?
  public var tokens: Int?

  public init(entries: Int? = nil, turns: Int? = nil, tokens: Int? = nil) {
    self.entries = entries
    self.turns = turns
    self.tokens = tokens
  }
}

/// What makes a conversation due: `compact_when` of a job.
public struct Trigger: Sendable, Equatable {
  public enum Combination: Sendable, Equatable { case any, all }

  /// A condition holds when the history's size is at or above the number.
  public enum Condition: Sendable, Equatable {
    case entries(Int)
    case turns(Int)
    case tokens(Int)
  }

  public var combination: Combination
  public var conditions: [Condition]
  /// Seconds without an append before a conversation may be touched; 0 asks for none.
  public var idleSeconds: Int

  public init(_ combination: Combination = .any, _ conditions: [Condition], idleSeconds: Int = 0) {
    self.combination = combination
    self.conditions = conditions
    self.idleSeconds = idleSeconds
  }
}

/// What no stage may touch, besides the instructions, the latest prompt, the last group and unanswered calls.
public struct Protection: Sendable, Equatable {
  public var firstPrompt: Bool
  /// The newest turns that stay as they are.
  public var lastTurns: Int
  /// Groups that call one of these tools stay.
  public var tools: Set<String>

  public init(firstPrompt: Bool = false, lastTurns: Int = 1, tools: Set<String> = []) {
    self.firstPrompt = firstPrompt
    self.lastTurns = lastTurns
    self.tools = tools
  }
}
