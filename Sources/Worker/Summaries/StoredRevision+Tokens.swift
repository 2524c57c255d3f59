import Compaction
import EntryHeaders
import Storage
import Summarization
import Tokenization
import TranscriptFormats
import Transcripts

extension RunContext {
  /// What the words around a summary cost its readers.
  var frameTokens: Int { SummaryFrame.tokens(by: tokenizer) }

  /// The revision with what it put into the history counted by the run's tokenizer: the one that the job had when it
  /// was written may have been another, and counts of two do not add up.
  func counted(_ revision: StoredRevision, of conversation: Int64) async throws -> StoredRevision {
    guard let live = revision.live, live.tokenizer != tokenizer.name else { return revision }
    var forms: [ShortForm] = []
    if !live.overlay.shortForms.isEmpty {
      forms = try await reconnecting {
        try await archive.shortForms(of: conversation, revision: live.revision)
      }
    }
    return revision.counted(by: tokenizer, shortForms: forms)
  }
}

extension StoredRevision {
  /// - Parameter shortForms: those of the live revision.
  func counted(by tokenizer: any Tokenizer, shortForms: [ShortForm] = []) -> StoredRevision {
    var counted = self
    if let text = live?.summaryText, live?.overlay.summary != nil {
      let tokens = tokenizer.count(text) + ChatCost.message + SummaryFrame.tokens(by: tokenizer)
      counted.live?.overlay.summary?.tokens = Int32(clamping: tokens)
    }
    if !shortForms.isEmpty {
      counted.live?.overlay.shortForms = shortForms.map { form in
        let entry = (try? RawJSON(Array(form.form.utf8)[...])).flatMap { OpenAIChat.entries(of: $0).first }
        let tokens = entry.map { Int32(clamping: tokenizer.tokens(of: $0)) }
        return ShortFormSize(position: form.position, tokens: tokens ?? form.tokens)
      }
    }
    return counted
  }
}
