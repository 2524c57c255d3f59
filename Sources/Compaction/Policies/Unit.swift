/// What a limit counts, by its word in job files.
enum Unit: String, CaseIterable {
  case entries, turns, tokens
  case toolCalls = "tool_calls"
  /// In seconds.
  case age, idle

  /// `1 turn`, `20 turns`, `2h`.
  func counted(_ count: Int) -> String {
    switch self {
    case .age, .idle: return duration(count)
    case .entries where count == 1: return "1 entry"
    case .entries, .turns, .tokens, .toolCalls:
      let word = rawValue.split(separator: "_").joined(separator: " ")
      return count == 1 ? "1 \(word.dropLast())" : "\(count) \(word)"
    }
  }
}

/// Seconds as a job file writes them, `1d12h`.
private func duration(_ seconds: Int) -> String {
  var rest = seconds
  var text = ""
  for (name, size) in [("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1)] where rest >= size {
    text += "\(rest / size)\(name)"
    rest %= size
  }
  return text.isEmpty ? "0s" : text
}

extension RollingWindow.Limit {
  var unit: Unit {
    switch self {
    case .entries: .entries
    case .turns: .turns
    case .tokens: .tokens
    }
  }

  var count: Int {
    switch self {
    case .entries(let count), .turns(let count), .tokens(let count): count
    }
  }
}

extension Trigger.Condition {
  var unit: Unit {
    switch self {
    case .entries: .entries
    case .turns: .turns
    case .tokens: .tokens
    case .toolCalls: .toolCalls
    case .age: .age
    case .idle: .idle
    }
  }

  var count: Int {
    switch self {
    case .entries(let count), .turns(let count), .tokens(let count), .toolCalls(let count): count
    case .age(let seconds), .idle(let seconds): seconds
    }
  }
}

extension Size {
  func limit(_ unit: Unit) -> Int? {
    switch unit {
    case .entries: entries
    case .turns: turns
    case .tokens: tokens
    case .toolCalls: toolCalls
    case .age, .idle: nil
    }
  }
}
