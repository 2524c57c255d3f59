// Changes that take one mistake out of a policy.

extension Policy {
  /// Changes a window, or what a summary leaves verbatim.
  mutating func setLimit(_ count: Int, at index: Int) {
    switch stages[index] {
    case .rollingWindow(let window): stages[index] = .rollingWindow(RollingWindow(window.limit.unit.limit(count)))
    case .summarize: changeSummary(at: index) { $0.keepLast = $0.keepLast?.unit.limit(count) }
    default: break
    }
  }

  mutating func changeSummary(at index: Int, _ change: (inout Summarize) -> Void) {
    guard case .summarize(var summarize) = stages[index] else { return }
    change(&summarize)
    stages[index] = .summarize(summarize)
  }

  mutating func setKeepLastTurns(_ count: Int, at index: Int) {
    switch stages[index] {
    case .dropCompletedToolCalls(var stage):
      stage.keepLastTurns = count
      stages[index] = .dropCompletedToolCalls(stage)
    case .dropAttachments(var stage):
      stage.keepLastTurns = count
      stages[index] = .dropAttachments(stage)
    case .dropStaleReasoning(var stage) where count >= 1:
      stage.keepLastTurns = count
      stages[index] = .dropStaleReasoning(stage)
    // Reasoning of the last turn stays in any case, so that nothing is left to do.
    case .dropStaleReasoning: stages.remove(at: index)
    default: break
    }
  }

  /// Lets a stage act on every tool that is not exempt.
  mutating func clearOnly(at index: Int) {
    switch stages[index] {
    case .dropCompletedToolCalls(var stage):
      stage.only = []
      stages[index] = .dropCompletedToolCalls(stage)
    case .clearToolResults(var stage):
      stage.only = []
      stages[index] = .clearToolResults(stage)
    case .clearToolArguments(var stage):
      stage.only = []
      stages[index] = .clearToolArguments(stage)
    default: break
    }
  }
}

extension Size {
  mutating func set(_ unit: Unit, _ count: Int?) {
    switch unit {
    case .entries: entries = count
    case .turns: turns = count
    case .tokens: tokens = count
    case .toolCalls: toolCalls = count
    case .age, .idle: break
    }
  }
}

extension Unit {
  /// Of the units that a window has.
  func limit(_ count: Int) -> RollingWindow.Limit {
    switch self {
    case .entries: .entries(count)
    case .turns: .turns(count)
    case .tokens, .toolCalls, .age, .idle: .tokens(count)
    }
  }
}
