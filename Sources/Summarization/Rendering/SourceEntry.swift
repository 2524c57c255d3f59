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
  /// Whether an earlier summary ended before it: a chunk begins here as well, so that what that summary was made of
  /// stays a chunk of its own and is not bought again.
  public var followsSummary: Bool

  /// An entry as it is stored.
  public init(kind: EntryKind, message: JSON, mayBeginChunk: Bool, followsSummary: Bool = false) {
    self.kind = kind
    self.message = message
    self.mayBeginChunk = mayBeginChunk
    self.followsSummary = followsSummary
  }
}
