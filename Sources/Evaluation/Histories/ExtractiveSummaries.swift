import Compaction
import Extraction
import Summarization
public import Tokenization
import TranscriptFormats
import Transcripts

/// Summaries by sentences of the conversation itself: what a policy keeps where no model is asked.
public struct ExtractiveSummaries: Sendable {
  private let tokenizer: any Tokenizer

  public init(tokenizer: any Tokenizer) { self.tokenizer = tokenizer }

  public func summary(of summaryCase: SummaryCase) -> MadeSummary {
    let draft = summaryCase.draft
    let overhead = ChatCost.message + SummaryFrame.tokens(by: tokenizer)
    // A summary that is half as large as what it replaces is not worth its reading.
    let budget = min(draft.budgetTokens, draft.replacedTokens / 2) - overhead
    let transcript = summaryCase.covered.compactMap(\.utterance)
    let text = ExtractiveSummarizer(tokenizer: Counter(base: tokenizer)).summarize(transcript, atMost: max(budget, 0))
    guard !text.isEmpty else { return .refused(reason: "blank") }
    return .text(text, tokens: tokenizer.count(text) + overhead)
  }

  private struct Counter: Tokenizer {
    let base: any Tokenizer
    var name: String { base.name }
    func count(_ utf8: Span<UInt8>) -> Int { base.count(utf8) }
  }
}

extension MeasuredEntry {
  /// What is said, and by whom; `nil` where nothing is.
  fileprivate var utterance: Utterance? {
    let speaker: String? =
      switch draft.kind {
      case .instructions: nil
      case .prompt: "User"
      case .response: "Assistant"
      case .reasoning: nil
      case .toolCalls: "Assistant"
      case .toolOutput: "Result of \(draft.calls.first?.tool ?? "a call")"
      }
    guard let speaker else { return nil }
    let calls = draft.kind == .toolCalls ? draft.calls.map { "\($0.tool ?? "?")(\($0.arguments ?? ""))" } : []
    let text = (draft.contents + calls).joined(separator: "\n")
    return text.isEmpty ? nil : Utterance(speaker: speaker, text: text)
  }
}
