import Compaction
import Storage
import Summarization
import Tokenization

extension RunContext {
  /// What the words around a summary cost its readers.
  var frameTokens: Int { SummaryFrame.tokens(by: tokenizer) }
}

extension StoredRevision {
  /// The revision with its summary counted by this tokenizer: the one that the job had when it was written may have
  /// been another, and counts of two do not add up.
  func counted(by tokenizer: any Tokenizer) -> StoredRevision {
    guard let text = live?.summaryText, live?.overlay.summary != nil else { return self }
    let tokens = tokenizer.count(text) + ChatCost.message + SummaryFrame.tokens(by: tokenizer)
    var counted = self
    counted.live?.overlay.summary?.tokens = Int32(clamping: tokens)
    return counted
  }
}
