import Compaction

/// What a reader would get of the first entries of a conversation.
struct CompactedHistory: Sendable {
  /// How many entries the conversation had.
  var end: Int
  /// `nil` where nothing was done.
  var overlay: Overlay?
  var tokens: Int
  /// The numbers of the texts that a reader finds, in the index of the conversation: of entries, short forms and the summary.
  var texts: [Int]
  var summary: Summary?
  /// Why a summary that the plan asked for was not used.
  var refusal: String?

  struct Summary: Sendable {
    var text: String
    /// With its share of the message overhead.
    var tokens: Int
    /// Of everything that it stands for.
    var coveredTokens: Int
  }
}
