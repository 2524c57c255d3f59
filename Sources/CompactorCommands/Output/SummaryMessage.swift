import Transcripts

/// The message that stands for a summary in an exported history: the same words as in `compactor.messages`.
enum SummaryMessage {
  static func text(_ summary: String) -> String {
    "Summary of the earlier part of this conversation, whose messages are not shown:\n<summary>\n"
      + summary.split(separator: "</summary>", omittingEmptySubsequences: false).joined(separator: "<\\/summary>")
      + "\n</summary>"
  }

  static func json(_ summary: String) -> JSON {
    ["role": "user", "content": .string(text(summary))]
  }
}
