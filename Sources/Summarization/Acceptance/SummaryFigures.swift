/// What the gates measured of a summary. No text of the conversation is among it.
public struct SummaryFigures: Sendable, Equatable {
  /// The share of its source's facts, weighted, that it kept of those that it could have kept; `nil` where it was not
  /// measured, or the source has too few facts to tell.
  public var retention: Double?
  /// Facts and user constraints of the source.
  public var facts = 0
  /// Those of them that the summary kept.
  public var keptFacts = 0
  /// The share of its own items that stand in its source; `nil` where it was not measured.
  public var grounding: Double?
  /// Its own items that stand nowhere in the source.
  public var inventedItems = 0

  /// Nothing measured yet.
  public init() {}
}

/// A summary that passed, with what was measured of it.
struct AcceptedSummary: Sendable {
  var text: String
  var figures: SummaryFigures
  /// The facts of its source; empty where nothing was measured.
  var ledger = FactLedger()
}

/// Why a reply is no summary, with what the model is told about it when it is asked again.
struct RefusedReply: Error {
  var refusal: SummaryRefusal
  /// Of `factsLost`: what is missing. Of `ungrounded`: what stands nowhere. As it is written.
  var items: [String] = []
  /// Where it was refused for them.
  var figures: SummaryFigures?
}
