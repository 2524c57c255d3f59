import Compaction

/// Makes a policy from checked settings.
enum PolicyBuilder {
  /// The policy, or `nil` when one of its sections has a mistake, so that nothing can be said of the whole.
  static func policy(from job: CheckedValue) -> Policy? {
    guard let trigger = job["compact_when"], let protection = job["protect"], let stages = job["stages"],
      trigger.isComplete, protection.isComplete, stages.isComplete, job["target"]?.isComplete ?? true
    else { return nil }
    let built = stages.elements.compactMap(stage)
    guard let due = self.trigger(trigger), built.count == stages.elements.count else { return nil }
    return Policy(
      trigger: due, target: job["target"].map(size),
      protection: Protection(
        firstPrompt: protection["first_prompt"]?.flag ?? false, lastTurns: protection["last_turns"]?.count ?? 1,
        tools: Set(protection["tools"]?.texts ?? [])), stages: built)
  }

  private static func trigger(_ value: CheckedValue) -> Trigger? {
    let combination: Trigger.Combination = value["all"] == nil ? .any : .all
    guard let idle = value["idle_for"]?.duration, let conditions = value["all"] ?? value["any"] else { return nil }
    return Trigger(combination, conditions.elements.compactMap(condition), idleSeconds: idle.wholeSeconds)
  }

  private static func condition(_ value: CheckedValue) -> Trigger.Condition? {
    guard let field = value.fields.first, let count = field.value.count else { return nil }
    return switch field.name {
    case "entries": .entries(count)
    case "turns": .turns(count)
    default: .tokens(count)
    }
  }

  private static func limit(_ value: CheckedValue) -> RollingWindow.Limit? {
    guard let field = value.fields.first, let count = field.value.count else { return nil }
    return switch field.name {
    case "entries": .entries(count)
    case "turns": .turns(count)
    default: .tokens(count)
    }
  }

  private static func size(_ value: CheckedValue) -> Size {
    Size(entries: value["entries"]?.count, turns: value["turns"]?.count, tokens: value["tokens"]?.count)
  }

  private static func stage(_ value: CheckedValue) -> Stage? {
    guard let field = value.fields.first else { return nil }
    let settings = field.value
    let only = Set(settings["only"]?.texts ?? [])
    let except = Set(settings["except"]?.texts ?? [])
    let atLeast = settings["at_least"]?["tokens"]?.count ?? 0
    switch field.name {
    case "clear_tool_results":
      guard let leave = settings["leave"].flatMap(shortText), let keepLast = settings["keep_last"]?.count else {
        return nil
      }
      return .clearToolResults(
        ClearToolResults(leave: leave, keepLast: keepLast, only: only, except: except, atLeastTokens: atLeast))
    case "clear_tool_arguments":
      guard let leave = settings["leave"].flatMap(shortText), let keepLast = settings["keep_last"]?.count,
        let longerThan = settings["longer_than"]?.count
      else { return nil }
      return .clearToolArguments(
        ClearToolArguments(
          leave: leave, longerThan: longerThan, keepLast: keepLast, only: only, except: except, atLeastTokens: atLeast))
    case "drop_stale_reasoning":
      return .dropStaleReasoning(
        DropStaleReasoning(keepLastTurns: settings["keep_last_turns"]?.count ?? 1, atLeastTokens: atLeast))
    case "drop_attachments":
      return .dropAttachments(
        DropAttachments(
          keepLastTurns: settings["keep_last_turns"]?.count ?? 0, keepLast: settings["keep_last"]?.count ?? 0,
          atLeastTokens: atLeast))
    case "hard_budget": return settings["tokens"]?.count.map { .hardBudget(HardBudget(tokens: $0)) }
    case "drop_completed_tool_calls":
      return .dropCompletedToolCalls(
        DropCompletedToolCalls(
          keepLastTurns: settings["keep_last_turns"]?.count ?? 0, keepLast: settings["keep_last"]?.count ?? 0,
          only: only, except: except, atLeastTokens: atLeast))
    case "rolling_window": return limit(settings).map { .rollingWindow(RollingWindow($0)) }
    case "summarize":
      guard let model = settings["model"]?.text, let prompt = settings["prompt"]?.text,
        let atMost = settings["at_most"]?["tokens"]?.count
      else { return nil }
      return .summarize(
        Summarize(
          model: model, prompt: prompt, atMostTokens: atMost, keepLast: settings["keep_last"].flatMap(limit),
          atLeastTokens: atLeast))
    default: return nil
    }
  }
}

extension PolicyBuilder {
  /// A word alone, or a map of that word to its settings.
  private static func shortText(_ value: CheckedValue) -> ShortText? {
    let word = value.text ?? value.fields.first?.name
    let settings = value.fields.first?.value
    return switch word {
    case "digest": .digest(atMost: settings?["items"]?.count ?? 40)
    case "head_and_tail":
      .headAndTail(head: settings?["head"]?.count ?? 300, tail: settings?["tail"]?.count ?? 300)
    case "placeholder": .placeholder
    default: nil
    }
  }
}

extension Duration {
  /// Rounded up.
  fileprivate var wholeSeconds: Int { Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0) }
}
