/// When the plan for a conversation can change: it is due again when it has this many entries or this many tokens, and not
/// before ``notBefore``; or when the time ``at`` comes. A `nil` is never reached.
///
/// The numbers count the whole conversation as it was appended (every header of the active branch), not the history:
/// they only grow, so that an append can compare them.
public struct NextLook: Sendable, Equatable {
  /// How many entries it takes, or `nil`.
  public var entries: Int?
  /// How many tokens it takes, or `nil`.
  public var tokens: Int?
  /// Microseconds since 1970, or `nil` where time does not matter.
  public var notBefore: Int64?
  /// Microseconds since 1970: then, however large the conversation is.
  public var at: Int64?

  /// Without numbers: never, unless the time matters.
  public init(entries: Int? = nil, tokens: Int? = nil, notBefore: Int64? = nil, at: Int64? = nil) {
    self.entries = entries
    self.tokens = tokens
    self.notBefore = notBefore
    self.at = at
  }
}

/// The times that a trigger may ask for, all in microseconds since 1970.
public struct HistoryTimes: Sendable, Equatable {
  /// The time of planning.
  public var now: Int64
  /// Of the last entry.
  public var lastAppend: Int64
  /// Of the oldest entry of the history that has a time, as ``Trigger/Condition/age(seconds:)`` counts; `nil` without one.
  public var oldest: Int64?

  /// Times of one look.
  public init(now: Int64, lastAppend: Int64, oldest: Int64? = nil) {
    self.now = now
    self.lastAppend = lastAppend
    self.oldest = oldest
  }
}

extension Trigger {
  /// Whether a history of this size is to be compacted, ``idleSeconds`` aside. Without conditions any is.
  public func holds(for size: HistorySize, _ times: HistoryTimes) -> Bool {
    switch combination {
    case .any: conditions.isEmpty || conditions.contains { $0.holds(for: size, times) }
    case .all: conditions.allSatisfy { $0.holds(for: size, times) }
    }
  }

  /// When it can hold next.
  ///
  /// - Parameters:
  ///   - size: of the history now.
  ///   - appended: of the whole conversation now.
  func nextLook(after size: HistorySize, appended: HistorySize, _ times: HistoryTimes) -> NextLook {
    if holds(for: size, times) { return NextLook(entries: appended.entries + 1) }
    var entries: [Int] = []
    var tokens: [Int] = []
    var moments: [Int64] = []
    for condition in conditions where !condition.holds(for: size, times) {
      switch condition {
      // A turn has an entry at least.
      case .entries(let limit): entries.append(appended.entries.addingClamped(limit.subtractingClamped(size.entries)))
      case .turns(let limit): entries.append(appended.entries.addingClamped(limit.subtractingClamped(size.turns)))
      case .tokens(let limit): tokens.append(appended.tokens.addingClamped(limit.subtractingClamped(size.tokens)))
      // One entry can make any number of calls.
      case .toolCalls: entries.append(appended.entries + 1)
      case .age, .idle:
        // Without any entry that has a time, the next may have one.
        if let moment = condition.moment(times) { moments.append(moment) } else { entries.append(appended.entries + 1) }
      }
    }
    switch combination {
    case .any: return NextLook(entries: entries.min(), tokens: tokens.min(), at: moments.min())
    case .all:
      // Each is necessary, so that one is enough to wait for: entries, which every append counts exactly.
      if let most = entries.max() { return NextLook(entries: most) }
      if let most = tokens.max() { return NextLook(tokens: most) }
      return NextLook(at: moments.max())
    }
  }
}

extension Trigger.Condition {
  func holds(for size: HistorySize, _ times: HistoryTimes) -> Bool {
    switch self {
    case .entries(let limit): size.entries >= limit
    case .turns(let limit): size.turns >= limit
    case .tokens(let limit): size.tokens >= limit
    case .toolCalls(let limit): size.toolCalls >= limit
    case .age, .idle: moment(times).map { times.now >= $0 } ?? false
    }
  }

  /// When a condition of time begins to hold; `nil` for others, and for an age without a time to count from.
  fileprivate func moment(_ times: HistoryTimes) -> Int64? {
    switch self {
    case .age(let seconds): times.oldest?.addingClamped(Int64(seconds).multipliedClamped(by: 1_000_000))
    case .idle(let seconds): times.lastAppend.addingClamped(Int64(seconds).multipliedClamped(by: 1_000_000))
    case .entries, .turns, .tokens, .toolCalls: nil
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
