/// An ordered list of stages, with what makes a conversation due and what is never touched.
public struct Policy: Sendable, Equatable {
  /// When a conversation is compacted at all.
  public var trigger: Trigger
  /// Stages stop as soon as the history is at or below every limit named here; `nil` runs them all.
  public var target: Size?
  /// What no stage touches.
  public var protection: Protection
  /// What may be mended of a history that came broken, before any stage; empty leaves it as it came.
  public var repairs: Set<Repair>
  /// A plan that gains less is not written, unless it repairs something or a hard budget asks for it.
  public var minimumGain: MinimumGain?
  /// In the order in which they run.
  public var stages: [Stage]

  /// A policy; without a target it runs every stage.
  public init(
    trigger: Trigger, target: Size? = nil, protection: Protection = Protection(), repairs: Set<Repair> = [],
    minimumGain: MinimumGain? = nil, stages: [Stage]
  ) {
    self.trigger = trigger
    self.target = target
    self.protection = protection
    self.repairs = repairs
    self.minimumGain = minimumGain
    self.stages = stages
  }
}

/// Limits on the size of a history; a `nil` limits nothing.
public struct Size: Sendable, Equatable {
  /// Entries, a summary being one.
  public var entries: Int?
  /// Prompts, those of one message counted once.
  public var turns: Int?
  /// Tokens by the job's tokenizer.
  public var tokens: Int?
  /// Calls made, whether they have results or not.
  public var toolCalls: Int?

  /// Limits on what is named.
  public init(entries: Int? = nil, turns: Int? = nil, tokens: Int? = nil, toolCalls: Int? = nil) {
    self.entries = entries
    self.turns = turns
    self.tokens = tokens
    self.toolCalls = toolCalls
  }
}

/// What makes a conversation due: `compact_when` of a job.
public struct Trigger: Sendable, Equatable {
  /// Whether one condition is enough.
  public enum Combination: Sendable, Equatable {
    /// One is enough.
    case any
    /// Each must hold.
    case all
  }

  /// A condition holds when the history is at or above the number.
  public enum Condition: Sendable, Equatable {
    /// So many entries.
    case entries(Int)
    /// So many turns.
    case turns(Int)
    /// So many tokens.
    case tokens(Int)
    /// Calls made, whether they have results or not.
    case toolCalls(Int)
    /// Since the oldest entry of the history, instructions aside, and the first prompt where it is protected.
    case age(seconds: Int)
    /// Since the last entry.
    case idle(seconds: Int)
  }

  /// Whether one condition is enough.
  public var combination: Combination
  /// Without any, every history is due.
  public var conditions: [Condition]
  /// Seconds without an append before a conversation may be touched; 0 asks for none.
  public var idleSeconds: Int

  /// A trigger of these conditions.
  public init(_ combination: Combination = .any, _ conditions: [Condition], idleSeconds: Int = 0) {
    self.combination = combination
    self.conditions = conditions
    self.idleSeconds = idleSeconds
  }
}

/// What no stage may touch, besides the instructions, the latest prompt, the last group and calls that wait for their results.
public struct Protection: Sendable, Equatable {
  /// Whether the first prompt stays.
  public var firstPrompt: Bool
  /// The newest turns that stay as they are.
  public var lastTurns: Int
  /// Groups that call one of these tools stay.
  public var tools: Set<String>
  /// Messages of these roles stay.
  public var roles: Set<Role>
  /// The text of a JSON object: messages whose `metadata` has these fields with these values stay. Whoever makes the
  /// snapshot marks their entries as pinned.
  public var metadata: String?
  /// Calls stay although nothing can answer them any more.
  public var deadCalls: Bool

  /// Whose messages.
  public enum Role: String, Sendable, CaseIterable {
    /// Prompts.
    case user
    /// Answers, and calls with their results.
    case assistant
    /// Results, and the calls that they answer.
    case tool
  }

  /// Protection of the newest turn, unless more is said.
  public init(
    firstPrompt: Bool = false, lastTurns: Int = 1, tools: Set<String> = [], roles: Set<Role> = [],
    metadata: String? = nil, deadCalls: Bool = false
  ) {
    self.firstPrompt = firstPrompt
    self.lastTurns = lastTurns
    self.tools = tools
    self.roles = roles
    self.metadata = metadata
    self.deadCalls = deadCalls
  }
}
