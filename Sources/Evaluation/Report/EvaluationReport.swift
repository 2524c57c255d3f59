/// Several policies side by side on the same conversations.
public struct EvaluationReport: Sendable {
  /// A policy with what it keeps.
  public struct Row: Sendable {
    public var name: String
    /// The names of its stages, in order.
    public var stages: [String]
    public var measures: PolicyMeasures

    public init(name: String, stages: [String], measures: PolicyMeasures) {
      self.name = name
      self.stages = stages
      self.measures = measures
    }

    /// The policy and its baselines, each with what it is called.
    public var histories: [(name: String, measures: Measures)] {
      [("policy", measures.policy), ("random", measures.random), ("last turns", measures.lastTurns)]
    }
  }

  /// Where the conversations come from: words for a person.
  public var source: String
  /// Who wrote the summaries: words for a person; `nil` where no policy has any.
  public var summaries: String?
  /// Who counted the tokens.
  public var tokenizer: String
  public var settings: EvaluationSettings
  public var rows: [Row]

  public init(
    source: String, summaries: String?, tokenizer: String, settings: EvaluationSettings, rows: [Row]
  ) {
    self.source = source
    self.summaries = summaries
    self.tokenizer = tokenizer
    self.settings = settings
    self.rows = rows
  }

  public var conversations: Int { rows.first?.measures.policy.conversations ?? 0 }

  /// The figures that say something of these conversations.
  public var figures: [Figure] {
    Figure.all.filter { figure in
      rows.contains { row in row.histories.contains { figure.share($0.measures)?.value != nil } }
    }
  }
}
