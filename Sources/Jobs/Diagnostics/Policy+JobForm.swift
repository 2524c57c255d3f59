import Compaction

extension Policy {
  /// A section as a job file writes it, settings that have their default left out.
  func jobForm(of section: PolicyFinding.Section) -> String {
    switch section {
    case .compactWhen:
      let word = trigger.combination == .any ? "any" : "all"
      let idle = trigger.idleSeconds > 0 ? ["idle_for: \(Duration.seconds(trigger.idleSeconds).jobForm)"] : []
      let conditions = trigger.conditions.map { "{\($0.jobForm)}" }.joined(separator: ", ")
      return "compact_when: " + flow(["\(word): [\(conditions)]"] + idle)
    case .target:
      return target.map { "target: " + flow($0.settings) } ?? "# no target"
    case .protect: return "protect: " + flow(protection.settings)
    case .minimumGain: return "minimum_gain: " + flow(minimumGain.map { [$0.jobForm] } ?? [])
    case .stages, .stage: return "stages:" + stages.map { "\n  - \($0.jobForm)" }.joined()
    }
  }
}

private func flow(_ settings: [String]) -> String { "{\(settings.joined(separator: ", "))}" }

private func list(_ name: String, _ names: Set<String>) -> [String] {
  names.isEmpty ? [] : ["\(name): [\(names.sorted().map(scalar).joined(separator: ", "))]"]
}

/// Plain where YAML reads it as the text that it is.
private func scalar(_ text: String) -> String {
  let isPlain = text.utf8.allSatisfy { byte in
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
  }
  return isPlain && !text.isEmpty
    ? text : "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
}

extension Trigger.Condition {
  fileprivate var jobForm: String {
    switch self {
    case .entries(let count): "entries: \(count)"
    case .turns(let count): "turns: \(count)"
    case .tokens(let count): "tokens: \(count)"
    case .toolCalls(let count): "tool_calls: \(count)"
    case .age(let seconds): "age: \(Duration.seconds(seconds).jobForm)"
    case .idle(let seconds): "idle: \(Duration.seconds(seconds).jobForm)"
    }
  }
}

extension Size {
  fileprivate var settings: [String] {
    [("entries", entries), ("turns", turns), ("tokens", tokens), ("tool_calls", toolCalls)].compactMap { name, limit in
      limit.map { "\(name): \($0)" }
    }
  }
}

extension Protection {
  fileprivate var settings: [String] {
    var settings = firstPrompt ? ["first_prompt: true"] : []
    settings.append("last_turns: \(lastTurns)")
    settings += list("tools", tools) + list("roles", Set(roles.map(\.rawValue)))
    // JSON is YAML.
    if let metadata { settings.append("metadata: \(metadata)") }
    if deadCalls { settings.append("dead_calls: true") }
    return settings
  }
}

extension MinimumGain {
  fileprivate var jobForm: String {
    switch self {
    case .tokens(let count): return "tokens: \(count)"
    case .share(let millionths):
      let (whole, part) = millionths.quotientAndRemainder(dividingBy: 10_000)
      var digits = String(String(part + 10_000).dropFirst())
      while digits.last == "0" { digits.removeLast() }
      return "share: \(whole)\(digits.isEmpty ? "" : "." + digits)%"
    }
  }
}

extension RollingWindow.Limit {
  fileprivate var jobForm: String {
    switch self {
    case .entries(let count): "entries: \(count)"
    case .turns(let count): "turns: \(count)"
    case .tokens(let count): "tokens: \(count)"
    }
  }
}

extension ShortText {
  fileprivate var jobForm: String {
    switch self {
    case .placeholder: "placeholder"
    case .headAndTail(let head, let tail): "{head_and_tail: {head: \(head), tail: \(tail)}}"
    case .digest(let most): most == 40 ? "digest" : "{digest: {items: \(most)}}"
    }
  }
}

extension Stage {
  fileprivate var jobForm: String { "\(name): \(flow(settings))" }

  private var settings: [String] {
    func atLeast(_ tokens: Int) -> [String] { tokens > 0 ? ["at_least: {tokens: \(tokens)}"] : [] }
    func count(_ name: String, _ count: Int, unless standard: Int) -> [String] {
      count == standard ? [] : ["\(name): \(count)"]
    }
    switch self {
    case .clearToolResults(let stage):
      return ["leave: \(stage.leave.jobForm)"] + count("keep_last", stage.keepLast, unless: 3)
        + list("only", stage.only)
        + list("except", stage.except) + atLeast(stage.atLeastTokens)
    case .clearToolArguments(let stage):
      return ["leave: \(stage.leave.jobForm)"] + count("longer_than", stage.longerThan, unless: 200)
        + count("keep_last", stage.keepLast, unless: 3) + list("only", stage.only) + list("except", stage.except)
        + atLeast(stage.atLeastTokens)
    case .dropCompletedToolCalls(let stage):
      return count("keep_last_turns", stage.keepLastTurns, unless: 0) + count("keep_last", stage.keepLast, unless: 0)
        + list("only", stage.only) + list("except", stage.except) + atLeast(stage.atLeastTokens)
    case .dropStaleReasoning(let stage):
      return count("keep_last_turns", stage.keepLastTurns, unless: 1) + atLeast(stage.atLeastTokens)
    case .dropAttachments(let stage):
      return count("keep_last_turns", stage.keepLastTurns, unless: 0) + count("keep_last", stage.keepLast, unless: 0)
        + atLeast(stage.atLeastTokens)
    case .rollingWindow(let window): return [window.limit.jobForm]
    case .summarize(let stage):
      return ["model: \(scalar(stage.model))", "prompt: \(stage.prompt)", "at_most: {tokens: \(stage.atMostTokens)}"]
        + (stage.keepLast.map { ["keep_last: {\($0.jobForm)}"] } ?? []) + atLeast(stage.atLeastTokens)
    case .hardBudget(let budget): return ["tokens: \(budget.tokens)"]
    }
  }
}
