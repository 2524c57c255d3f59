import Compaction
import Transcripts

/// Makes a policy from checked settings.
enum PolicyBuilder {
  /// The policy, or `nil` when one of its sections has a mistake, so that nothing can be said of the whole.
  static func policy(from job: CheckedValue) -> Policy? {
    guard let trigger = job["compact_when"], let protection = job["protect"], let stages = job["stages"],
      trigger.isComplete, protection.isComplete, stages.isComplete, job["target"]?.isComplete ?? true
    else { return nil }
    let prompts = job["prompts"]?.fields ?? []
    let built = stages.elements.compactMap { stage($0, prompts: prompts) }
    let window = job["context_window"]?.count
    // Of a share without a window, what is wrong is told already.
    guard window != nil || !hasShare(trigger, job["target"]) else { return nil }
    guard let due = self.trigger(trigger, window), built.count == stages.elements.count else { return nil }
    return Policy(
      trigger: due, target: job["target"].map { size($0, window) }, protection: self.protection(protection),
      repairs: repairs(job["repair"]), minimumGain: job["minimum_gain"].flatMap(minimumGain), stages: built)
  }

  private static func protection(_ value: CheckedValue) -> Protection {
    let metadata = (value["metadata"]?.fields ?? []).compactMap { field in field.value.scalar.map { (field.name, $0) } }
    return Protection(
      firstPrompt: value["first_prompt"]?.flag ?? false, lastTurns: value["last_turns"]?.count ?? 1,
      tools: Set(value["tools"]?.texts ?? []),
      roles: Set((value["roles"]?.texts ?? []).compactMap(Protection.Role.init(rawValue:))),
      metadata: Dictionary(metadata) { first, _ in first }.json?.text, deadCalls: value["dead_calls"]?.flag ?? false)
  }

  private static func hasShare(_ trigger: CheckedValue, _ target: CheckedValue?) -> Bool {
    let conditions = (trigger["any"] ?? trigger["all"])?.elements ?? []
    return (conditions + [target].compactMap { $0 }).contains { $0["share"] != nil }
  }

  private static func repairs(_ value: CheckedValue?) -> Set<Repair> {
    if value?.text == "all" { return Set(Repair.allCases) }
    return Set((value?.texts ?? []).compactMap(Repair.init(rawValue:)))
  }

  private static func minimumGain(_ value: CheckedValue) -> MinimumGain? {
    value["tokens"]?.count.map { .tokens($0) }
      ?? value["share"]?.number.map { .share(millionths: Int(($0 * 1_000_000).rounded())) }
  }

  private static func trigger(_ value: CheckedValue, _ window: Int?) -> Trigger? {
    let combination: Trigger.Combination = value["all"] == nil ? .any : .all
    guard let idle = value["idle_for"]?.duration, let conditions = value["all"] ?? value["any"] else { return nil }
    return Trigger(
      combination, conditions.elements.compactMap { condition($0, window) }, idleSeconds: idle.wholeSeconds)
  }

  private static func condition(_ value: CheckedValue, _ window: Int?) -> Trigger.Condition? {
    guard let field = value.fields.first else { return nil }
    return switch field.name {
    case "entries": field.value.count.map { .entries($0) }
    case "turns": field.value.count.map { .turns($0) }
    case "tokens": field.value.count.map { .tokens($0) }
    case "tool_calls": field.value.count.map { .toolCalls($0) }
    case "share": tokens(field.value, window).map { .tokens($0) }
    case "age": field.value.duration.map { .age(seconds: $0.wholeSeconds) }
    case "idle": field.value.duration.map { .idle(seconds: $0.wholeSeconds) }
    default: nil
    }
  }

  /// What a share of the context window is in tokens; at least one.
  private static func tokens(_ share: CheckedValue?, _ window: Int?) -> Int? {
    guard let share = share?.number, let window else { return nil }
    return max(1, Int((share * Double(window)).rounded(.down)))
  }

  private static func limit(_ value: CheckedValue) -> RollingWindow.Limit? {
    guard let field = value.fields.first, let count = field.value.count else { return nil }
    return switch field.name {
    case "entries": .entries(count)
    case "turns": .turns(count)
    default: .tokens(count)
    }
  }

  private static func size(_ value: CheckedValue, _ window: Int?) -> Size {
    Size(
      entries: value["entries"]?.count, turns: value["turns"]?.count,
      tokens: [value["tokens"]?.count, tokens(value["share"], window)].compactMap { $0 }.min(),
      toolCalls: value["tool_calls"]?.count)
  }

  private static func stage(_ value: CheckedValue, prompts: [CheckedValue.Field]) -> Stage? {
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
        let atMost = settings["at_most"]?["tokens"]?.count,
        let retention = settings["retention"].flatMap({ gate($0, standard: Gate.standardRetention) }),
        let grounding = settings["grounding"].flatMap({ gate($0, standard: Gate.standardGrounding) })
      else { return nil }
      return .summarize(
        Summarize(
          model: model, prompt: prompt, ownPrompt: ownPrompt(prompt, among: prompts), atMostTokens: atMost,
          keepLast: settings["keep_last"].flatMap(limit), atLeastTokens: atLeast,
          gates: SummaryGates(retention: retention, grounding: grounding)))
    default: return nil
    }
  }
}

extension PolicyBuilder {
  /// A word alone, or a map of that word to its share.
  private static func gate(_ value: CheckedValue, standard: Double) -> Gate? {
    let field = value.fields.first
    let share = field?.value.number ?? standard
    return switch value.text ?? field?.name {
    case "off": .off
    case "warn": .warn(below: share)
    case "require": .require(atLeast: share)
    default: nil
    }
  }

  /// The job's own prompt with this name and version.
  private static func ownPrompt(_ id: String, among prompts: [CheckedValue.Field]) -> OwnPrompt? {
    let prompt = prompts.first { $0.id == id }?.value
    return prompt?["text"]?.text.map { OwnPrompt(text: $0, isRecord: prompt?["form"]?.text == "record") }
  }

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

extension CheckedValue.Field {
  /// Of a prompt: `NAME@VERSION`.
  var id: String { "\(name)@\(value["version"]?.count ?? 1)" }
}
