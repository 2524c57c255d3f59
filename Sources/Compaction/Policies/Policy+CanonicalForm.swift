extension Policy {
  /// The policy as text for its digest: equal policies give equal text, different ones different text.
  ///
  /// One setting a line, with defaults filled in; conditions and names of tools sorted and without repetition, since
  /// their order means nothing; strings quoted. A change of this text changes every digest, and with it what
  /// counts as a changed policy: a new first line says so.
  public var canonicalForm: String {
    var lines = ["policy 1"]
    let conditions = Set(trigger.conditions.map { "\($0.unit.rawValue) \($0.count)" }).sorted(by: isBefore)
    // Of one condition it does not matter whether any or all of them hold.
    let combination = conditions.count > 1 && trigger.combination == .all ? "all" : "any"
    lines.append("compact_when \(combination)")
    lines += conditions.map { "compact_when \($0)" }
    lines.append("compact_when idle_for \(trigger.idleSeconds)")
    for unit in Unit.allCases {
      if let limit = target?.limit(unit) { lines.append("target \(unit.rawValue) \(limit)") }
    }
    if target == Size() { lines.append("target") }
    lines.append("protect first_prompt \(protection.firstPrompt)")
    lines.append("protect last_turns \(protection.lastTurns)")
    lines.append("protect tools\(list(protection.tools))")
    lines.append("protect roles\(list(Set(protection.roles.map(\.rawValue))))")
    if let metadata = protection.metadata { lines.append("protect metadata \(quoted(metadata))") }
    lines.append("protect dead_calls \(protection.deadCalls)")
    lines.append("repair\(list(Set(repairs.map(\.rawValue))))")
    switch minimumGain {
    case nil: break
    case .tokens(let count): lines.append("minimum_gain tokens \(count)")
    case .share(let millionths): lines.append("minimum_gain millionths \(millionths)")
    }
    for stage in stages { lines += stage.canonicalLines }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension Stage {
  fileprivate var canonicalLines: [String] {
    var settings: [String]
    switch self {
    case .clearToolResults(let clear):
      settings = [
        "leave \(clear.leave.canonicalForm)", "keep_last \(clear.keepLast)", "only\(list(clear.only))",
        "except\(list(clear.except))", "at_least tokens \(clear.atLeastTokens)",
      ]
    case .clearToolArguments(let clear):
      settings = [
        "leave \(clear.leave.canonicalForm)", "longer_than \(clear.longerThan)", "keep_last \(clear.keepLast)",
        "only\(list(clear.only))", "except\(list(clear.except))", "at_least tokens \(clear.atLeastTokens)",
      ]
    case .dropStaleReasoning(let drop):
      settings = ["keep_last_turns \(drop.keepLastTurns)", "at_least tokens \(drop.atLeastTokens)"]
    case .dropAttachments(let drop):
      settings = [
        "keep_last_turns \(drop.keepLastTurns)", "keep_last \(drop.keepLast)",
        "at_least tokens \(drop.atLeastTokens)",
      ]
    case .hardBudget(let budget):
      settings = ["tokens \(budget.tokens)"]
    case .dropCompletedToolCalls(let drop):
      settings = [
        "keep_last_turns \(drop.keepLastTurns)", "keep_last \(drop.keepLast)", "only\(list(drop.only))",
        "except\(list(drop.except))", "at_least tokens \(drop.atLeastTokens)",
      ]
    case .rollingWindow(let window):
      settings = ["\(window.limit.unit.rawValue) \(window.limit.count)"]
    case .summarize(let summarize):
      settings = [
        "model \(quoted(summarize.model))", "prompt \(quoted(summarize.prompt))",
        "at_most tokens \(summarize.atMostTokens)",
      ]
      if let keepLast = summarize.keepLast { settings.append("keep_last \(keepLast.unit.rawValue) \(keepLast.count)") }
      settings.append("at_least tokens \(summarize.atLeastTokens)")
      settings += summarize.furtherLines
    }
    return ["stage \(name)"] + settings.map { "  \($0)" }
  }
}

extension Summarize {
  /// Only what is not as it always was, so that policies written before keep their digests.
  fileprivate var furtherLines: [String] {
    var lines: [String] = []
    if let ownPrompt {
      lines.append("prompt_text \(quoted(ownPrompt.text))")
      if ownPrompt.isRecord { lines.append("prompt_form record") }
    }
    if gates.retention != SummaryGates.standard.retention { lines.append("retention \(gates.retention.canonicalForm)") }
    if gates.grounding != SummaryGates.standard.grounding { lines.append("grounding \(gates.grounding.canonicalForm)") }
    return lines
  }
}

extension Gate {
  fileprivate var canonicalForm: String { share.map { "\(name) \($0)" } ?? name }
}

extension ShortText {
  fileprivate var canonicalForm: String {
    switch self {
    case .placeholder: "placeholder"
    case .headAndTail(let head, let tail): "head_and_tail \(head) \(tail)"
    case .digest(let most): "digest \(most)"
    }
  }
}

private func list(_ names: Set<String>) -> String {
  names.map(quoted).sorted(by: isBefore).map { " " + $0 }.joined()
}

/// By UTF-8, which no locale and no version of Unicode changes.
private func isBefore(_ one: String, _ other: String) -> Bool {
  one.utf8.lexicographicallyPrecedes(other.utf8)
}

private func quoted(_ string: String) -> String {
  var quoted = "\""
  for scalar in string.unicodeScalars {
    switch scalar {
    case "\"", "\\": quoted += "\\\(scalar)"
    case "\n": quoted += "\\n"
    default: quoted.unicodeScalars.append(scalar)
    }
  }
  return quoted + "\""
}
