/// What a limit counts, by its word in job files.
enum Unit: String {
  case entries, turns, tokens

  /// `1 turn`, `20 turns`.
  func counted(_ count: Int) -> String {
    guard count == 1 else { return "\(count) \(rawValue)" }
    return self == .entries ? "1 entry" : "1 \(rawValue.dropLast())"
  }
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
    }
  }

  var count: Int {
    switch self {
    case .entries(let count), .turns(let count), .tokens(let count): count
    }
  }
}

extension Size {
  func limit(_ unit: Unit) -> Int? {
    switch unit {
    case .entries: entries
    case .turns: turns
    case .tokens: tokens
    }
  }
}
