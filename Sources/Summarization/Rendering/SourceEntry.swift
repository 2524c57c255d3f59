public import Transcripts

/// An entry that a summary is to cover.
public struct SourceEntry: Sendable, Equatable {
  /// What sort of entry it is.
  public var kind: EntryKind
  /// The entry as an OpenAI chat message, or the message that it is a part of: only what belongs to an entry of this
  /// kind is read.
  public var message: JSON
  /// Whether a chunk may begin with it: no group, and no message, has entries on both sides.
  public var mayBeginChunk: Bool

  /// An entry as it is stored.
  public init(kind: EntryKind, message: JSON, mayBeginChunk: Bool) {
    self.kind = kind
    self.message = message
    self.mayBeginChunk = mayBeginChunk
  }
}
