public import Tokenization
public import TranscriptFormats
import Transcripts

extension Tokenizer {
  /// The tokens of an entry, with its share of what its message costs.
  public func tokens(of draft: EntryDraft) -> Int {
    entryTokens(
      kind: draft.kind, contents: draft.contents,
      calls: draft.kind == .toolCalls
        ? draft.calls.map { CountedCall(name: $0.tool ?? "", arguments: $0.arguments ?? "") } : [],
      toolName: draft.kind == .toolOutput ? draft.calls.first?.tool : nil, attachments: draft.attachments)
  }
}
