/// What a policy, or a baseline beside it, keeps of conversations. Measures of several conversations add up.
public struct Measures: Sendable, Equatable {
  public var conversations = 0
  /// Those that were made smaller.
  public var compacted = 0

  /// Tokens of the whole conversations that stay.
  public var tokens = Share()
  /// Tokens of the histories before each call looked at that stay: what an agent would have been sent.
  public var tokensAtCalls = Share()
  /// Argument values of those calls that stood in the full history, and of those the ones that stand in the compacted one.
  public var references = Share()

  /// Histories that are legal, of those that were legal before.
  public var legal = Share()
  /// Histories in which something is wrong that was not wrong before.
  public var worse = 0
  /// Conversations that a second look would change once more.
  public var unstable = 0

  /// Files and addresses that calls touched, and are named.
  public var artifactsNamed = Share()
  /// The same with what was done to each.
  public var artifactTrail = Share()
  /// By kind; kinds of which there are none are absent.
  public var retention: [Item.Kind: Retention] = [:]
  /// Sentences in which users set constraints.
  public var constraints = Share()
  /// Questions one of whose answers stood in the full history, and of those the ones of which one stands in the compacted one.
  public var answers = Share()

  public var summaries = SummaryMeasures()
  /// In the order of the conversations.
  public var sizes: [ConversationSize] = []

  public init() {}

  public var isEmpty: Bool { conversations == 0 }

  /// Retention over all kinds.
  public var allRetention: Retention { retention.values.reduce(into: Retention()) { $0 += $1 } }

  public static func += (sum: inout Measures, other: Measures) {
    sum.conversations += other.conversations
    sum.compacted += other.compacted
    sum.tokens += other.tokens
    sum.tokensAtCalls += other.tokensAtCalls
    sum.references += other.references
    sum.legal += other.legal
    sum.worse += other.worse
    sum.unstable += other.unstable
    sum.artifactsNamed += other.artifactsNamed
    sum.artifactTrail += other.artifactTrail
    sum.retention.merge(other.retention) { one, other in
      var both = one
      both += other
      return both
    }
    sum.constraints += other.constraints
    sum.answers += other.answers
    sum.summaries += other.summaries
    sum.sizes += other.sizes
  }
}

/// How much of the items of conversations stays.
public struct Retention: Sendable, Equatable {
  /// Each item of a conversation once.
  public var distinct = Share()
  /// Each as often as it is said.
  public var weighted = Share()
  /// Of the first half of each conversation, those that its second half says again.
  public var usedLater = Share()

  static func += (sum: inout Retention, other: Retention) {
    sum.distinct += other.distinct
    sum.weighted += other.weighted
    sum.usedLater += other.usedLater
  }
}

/// What the summaries of a policy were like.
public struct SummaryMeasures: Sendable, Equatable {
  public var made = 0
  public var refused = 0
  /// Tokens of the summaries, of those of what they cover.
  public var tokens = Share()
  /// Items of summaries that stand in what they were made of.
  public var grounded = Share()
  /// How often each reason was given.
  public var refusals: [String: Int] = [:]

  static func += (sum: inout SummaryMeasures, other: SummaryMeasures) {
    sum.made += other.made
    sum.refused += other.refused
    sum.tokens += other.tokens
    sum.grounded += other.grounded
    sum.refusals.merge(other.refusals, uniquingKeysWith: +)
  }
}

/// What became of one conversation.
public struct ConversationSize: Sendable, Equatable {
  public var name: String
  public var before: Int
  public var after: Int

  public init(name: String, before: Int, after: Int) {
    self.name = name
    self.before = before
    self.after = after
  }
}
