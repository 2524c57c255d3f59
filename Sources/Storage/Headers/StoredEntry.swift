public import Transcripts

/// A row of `compactor.entries`, as far as headers and summaries are made from it.
public struct StoredEntry: Sendable {
  /// `conversations.number`.
  public var conversation: Int64
  public var position: Int32
  public var message: Int32
  /// Which of the message's entries it is, from 0.
  public var part: Int
  public var parts: Int
  public var kind: EntryKind
  public var isOpaque: Bool
  public var isIllFormed: Bool
  /// Bytes of the stored form.
  public var bytes: Int32
  /// The source's own time in microseconds since 1970.
  public var time: Int64?
  /// When it was appended, in microseconds since 1970.
  public var appendedAt: Int64
  /// The message's JSON text, on its part 0.
  public var original: [UInt8]?
  /// The entry alone as an OpenAI chat message, where the conversation's format is another.
  public var chat: [UInt8]?
  public var isErased: Bool
  /// 0 is the active path.
  public var branch: Int32
}
