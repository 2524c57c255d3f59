/// One figure of a report: how it is called, what it means, and where it comes from.
public struct Figure: Sendable {
  /// In JSON.
  public var key: String
  /// Over a column of a terminal.
  public var heading: String
  public var title: String
  /// A sentence or two.
  public var meaning: String
  /// A share of what is lost: less is better.
  public var isLoss: Bool
  private let measured: @Sendable (Measures) -> Share?

  /// `nil` where the measures cannot have it.
  public func share(_ measures: Measures) -> Share? {
    guard let share = measured(measures) else { return nil }
    return isLoss ? Share(share.whole - share.part, of: share.whole) : share
  }

  /// `3.3 %`, or a dash where there was nothing to measure.
  public func text(_ measures: Measures) -> String { percent(share(measures)) }

  static let tokens = Figure(
    key: "tokens", heading: "tokens", title: "Tokens kept",
    meaning: "Of the tokens of the whole conversations, those of the histories that readers get at their ends.",
    isLoss: false, measured: \.tokens)
  static let tokensAtCalls = Figure(
    key: "tokens_at_calls", heading: "at calls", title: "Tokens kept before calls",
    meaning: "The same before each tool call that was looked at: what an agent would have been sent on its way.",
    isLoss: false, measured: \.tokensAtCalls)
  static let references = Figure(
    key: "references_lost", heading: "refs lost", title: "Forward references lost",
    meaning: """
      Of the argument values of tool calls that stood somewhere in the full history before the call, those that stand \
      nowhere in the compacted one: what the agent would have had to guess or to ask for again.
      """,
    isLoss: true, measured: \.references)
  static let legal = Figure(
    key: "legal", heading: "legal", title: "Legal histories",
    meaning: """
      Of the conversations that were legal in the job's dialect, those that still are: every result behind its call, \
      no blank message, no instructions lost.
      """,
    isLoss: false, measured: \.legal)
  static let artifacts = Figure(
    key: "artifacts_named", heading: "files", title: "Artifacts named",
    meaning: "Of the files and addresses that tool calls touched, those that are still named.", isLoss: false,
    measured: \.artifactsNamed)
  static let trail = Figure(
    key: "artifact_trail", heading: "trail", title: "Artifact trail",
    meaning: "The same with what was done to each: read, written, edited, deleted, or the tool's own name.",
    isLoss: false, measured: \.artifactTrail)
  static let items = Figure(
    key: "items", heading: "items", title: "Items",
    meaning:
      "Paths, URLs, identifiers, numbers, dates and names that are still there, each counted once a conversation.",
    isLoss: false, measured: { $0.allRetention.distinct })
  static let weighted = Figure(
    key: "items_weighted", heading: "weighted", title: "Items, weighted",
    meaning: "The same, each counted as often as the conversation says it.", isLoss: false,
    measured: { $0.allRetention.weighted })
  static let usedLater = Figure(
    key: "items_used_later", heading: "later", title: "Items used later",
    meaning: """
      Of the items in the first half of a conversation that its second half says again, those that are still there \
      when the first half is compacted.
      """,
    isLoss: false, measured: { $0.allRetention.usedLater })
  static let constraints = Figure(
    key: "constraints", heading: "rules", title: "User constraints",
    meaning: """
      Of the sentences in which users set a constraint (never, at most, only …), those that stand in the history, or \
      three in four of whose words stand in one line of its summary.
      """,
    isLoss: false, measured: \.constraints)
  static let answers = Figure(
    key: "answers", heading: "answers", title: "Answers contained",
    meaning: "Of the questions that the full history answers, those that the compacted one answers word for word.",
    isLoss: false, measured: \.answers)
  static let grounded = Figure(
    key: "summary_grounded", heading: "grounded", title: "Grounded in the source",
    meaning: "Of the items in summaries, those that stand in what the summaries were made of. The rest is invented.",
    isLoss: false, measured: \.summaries.grounded)

  /// In the order of tables.
  public static let all: [Figure] = [
    tokens, tokensAtCalls, references, legal, artifacts, trail, items, weighted, usedLater, constraints, answers,
    grounded,
  ]
}
