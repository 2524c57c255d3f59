public import Tokenization
public import Transcripts

/// What a reader gets for a summary: a message of the user that says what it is.
///
/// The words are those of `compactor.summary_text` in SQL, which a test compares.
public enum SummaryFrame {
  /// The summary with the words around it. A closing tag in it cannot end the frame.
  public static func text(_ summary: String) -> String {
    let parts = summary.split(separator: "</summary>", omittingEmptySubsequences: false)
    return "Summary of the earlier part of this conversation, whose messages are not shown:\n<summary>\n"
      + parts.joined(separator: "<\\/summary>") + "\n</summary>"
  }

  /// The same as an OpenAI chat message.
  public static func message(_ summary: String) -> JSON {
    ["role": "user", "content": .string(text(summary))]
  }

  /// What the frame costs a history beside the summary itself and the overhead of a message.
  public static func tokens(by tokenizer: some Tokenizer) -> Int { tokenizer.count(text("")) }
}
