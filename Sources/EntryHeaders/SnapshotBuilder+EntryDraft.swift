public import Compaction
public import Tokenization
public import TranscriptFormats
import Transcripts

extension SnapshotBuilder {
  /// Appends the header of an entry: the one rule by which stored entries and those of a live session get theirs.
  ///
  /// - Parameters:
  ///   - flags: Those that the entry's text does not show.
  ///   - bytes: Of the stored form.
  ///   - time: Microseconds since 1970, or `nil` where nobody knows it.
  public mutating func append(
    _ draft: EntryDraft, position: Int32, message: Int32, flags: EntryFlags = [], bytes: Int32, time: Int64?,
    tokenizer: any Tokenizer
  ) {
    append(
      EntryHeader(
        position: position, message: message, kind: draft.kind,
        flags: EntryFlags(rawValue: draft.traits.rawValue).union(flags),
        tokens: Int32(clamping: tokenizer.tokens(of: draft)), bytes: bytes, time: time ?? EntryHeader.noTime),
      calls: draft.calls.map { (id: $0.id, tool: $0.tool) })
  }
}
