import Transcripts

/// What is wrong with many histories, counted by rule and by dialect.
public struct HistoryTally: Sendable, Equatable {
  /// How often something is wrong.
  public struct Count: Sendable, Equatable {
    /// Conversations with it.
    public var conversations = 0
    /// Times that it occurs in them.
    public var violations = 0
    /// The first few conversations, as they were added.
    public var examples: [Int64] = []

    /// None.
    public init() {}
  }

  /// Histories, as they came and as they are read.
  public struct View: Sendable, Equatable {
    /// What is wrong.
    public var byRule: [Violation.Rule: Count] = [:]
    /// Conversations that are legal in the dialect.
    public var legal: [Dialect: Int] = [:]
  }

  /// Those that were added.
  public private(set) var conversations = 0
  /// Without their overlays.
  public private(set) var asTheyCame = View()
  /// Under their overlays.
  public private(set) var asTheyAreRead = View()
  /// Conversations with calls that nothing can answer any more.
  public private(set) var deadCalls = Count()

  private static let mostExamples = 3

  /// Without a conversation.
  public init() {}

  /// Counts one conversation.
  ///
  /// - Parameters:
  ///   - conversation: Its number.
  ///   - snapshot: Its headers.
  ///   - overlay: its live revision.
  public mutating func add(_ conversation: Int64, _ snapshot: Snapshot, _ overlay: Overlay?) {
    conversations += 1
    let verdict = Verdict(of: snapshot)
    Self.add(verdict, of: conversation, to: &asTheyCame)
    Self.add(
      overlay.map { Verdict(of: snapshot, under: $0) } ?? verdict, of: conversation, to: &asTheyAreRead)
    Self.add(Groups(of: snapshot).all.count { $0.isDead }, of: conversation, to: &deadCalls)
  }

  private static func add(_ verdict: Verdict, of conversation: Int64, to view: inout View) {
    var counts: [Violation.Rule: Int] = [:]
    for violation in verdict.violations { counts[violation.rule, default: 0] += 1 }
    for (rule, count) in counts { add(count, of: conversation, to: &view.byRule[rule, default: Count()]) }
    for dialect in Dialect.allCases where verdict.isLegal(in: dialect) { view.legal[dialect, default: 0] += 1 }
  }

  private static func add(_ violations: Int, of conversation: Int64, to count: inout Count) {
    guard violations > 0 else { return }
    count.conversations += 1
    count.violations += violations
    if count.examples.count < mostExamples { count.examples.append(conversation) }
  }
}
