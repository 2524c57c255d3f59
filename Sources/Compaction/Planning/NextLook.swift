/// When the plan for a conversation can change: it is due again when it has this many entries or this many tokens,
/// and not before this time. A `nil` number is never reached.
///
/// The numbers count the whole conversation as it was appended (every header of the active branch), not the history:
/// they only grow, so that an append can compare them.
public struct NextLook: Sendable, Equatable {
  public var entries: Int?
  public var tokens: Int?
  /// Microseconds since 1970, or `nil` where time does not matter.
  public var notBefore: Int64?

  public init(entries: Int? = nil, tokens: Int? = nil, notBefore: Int64? = nil) {
    self.entries = entries
    self.tokens = tokens
    self.notBefore = notBefore
  }
}

extension Trigger {
  /// Whether a history of this size is to be compacted, its idle time aside. Without conditions any is.
  public func holds(for size: HistorySize) -> Bool {
    switch combination {
    case .any: conditions.isEmpty || conditions.contains { $0.missing(from: size) <= 0 }
    case .all: conditions.allSatisfy { $0.missing(from: size) <= 0 }
    }
  }

  /// When it can hold next.
  ///
  /// - Parameters:
  ///   - size: of the history now.
  ///   - appended: of the whole conversation now.
  func nextLook(after size: HistorySize, appended: HistorySize) -> NextLook {
    if holds(for: size) { return NextLook(entries: appended.entries + 1) }
    var entries: [Int] = []
    var tokens: [Int] = []
    for condition in conditions {
      let missing = condition.missing(from: size)
      guard missing > 0 else { continue }
      switch condition {
      case .entries, .turns: entries.append(appended.entries.addingClamped(missing))  // a turn has an entry at least
      case .tokens: tokens.append(appended.tokens.addingClamped(missing))
      }
    }
    return switch combination {
    case .any: NextLook(entries: entries.min(), tokens: tokens.min())
    // Each is necessary, so that one is enough to wait for: entries, which every append counts exactly.
    case .all: entries.isEmpty ? NextLook(tokens: tokens.max()) : NextLook(entries: entries.max())
    }
  }
}

extension Trigger.Condition {
  /// What the history lacks until the condition holds; 0 or less where it does.
  fileprivate func missing(from size: HistorySize) -> Int {
    switch self {
    case .entries(let limit): limit.subtractingClamped(size.entries)
    case .turns(let limit): limit.subtractingClamped(size.turns)
    case .tokens(let limit): limit.subtractingClamped(size.tokens)
    }
  }
}

extension FixedWidthInteger {
  /// The sum, or the nearest number there is: a policy may name any number.
  func addingClamped(_ other: Self) -> Self {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other < 0 ? .min : .max) : sum
  }

  func subtractingClamped(_ other: Self) -> Self {
    let (difference, overflows) = subtractingReportingOverflow(other)
    return overflows ? (other < 0 ? .max : .min) : difference
  }

  func multipliedClamped(by other: Self) -> Self {
    let (product, overflows) = multipliedReportingOverflow(by: other)
    return overflows ? ((self < 0) == (other < 0) ? .max : .min) : product
  }
}
