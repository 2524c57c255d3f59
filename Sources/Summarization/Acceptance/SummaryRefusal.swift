/// Why a reply is no summary. The raw values stand in audit records and metrics.
public enum SummaryRefusal: String, Error, Sendable, CaseIterable {
  /// The reply broke off, or ended for a reason that is not a clean stop.
  case unfinished
  /// The model ran into its limit on output.
  case truncated
  /// A filter stepped in.
  case contentFilter = "content_filter"
  /// The model called a tool.
  case toolCall = "tool_call"
  /// No letter and no digit.
  case blank
  /// Nothing but reasoning.
  case reasoningOnly = "reasoning_only"
  /// The model declined.
  case declined
  /// Marks of a chat template or of reasoning, which belong to no text.
  case protocolText = "protocol_text"
  /// The prompt or the transcript, given back.
  case echo
  /// An error message, or words that stand where a summary should.
  case placeholder
  /// Most of its numbers, identifiers and addresses stand nowhere in the source.
  case invented
  /// The gate `retention`: too few of the source's facts are in it.
  case factsLost = "facts_lost"
  /// The gate `grounding`: too much of it stands nowhere in the source.
  case ungrounded
  /// Not in the script that the user writes in.
  case wrongLanguage = "wrong_language"
  /// More tokens than allowed.
  case overLimit = "over_limit"
  /// Not smaller than what it would replace, or not by enough.
  case notSmaller = "not_smaller"
}
