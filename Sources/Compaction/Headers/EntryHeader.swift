public import Transcripts

/// What planning knows of an entry without its text.
///
/// A plain value without heap storage, since an archive has hundreds of millions of them: call ids and tool
/// names stand interned in the ``Snapshot`` that the header belongs to.
public struct EntryHeader: Sendable, Equatable {
  /// The place in the conversation: unique and ascending, with gaps where other branches stand. From 1.
  public var position: Int32
  /// Which message the entry came in; the entries of one message share it. From 1.
  public var message: Int32
  /// What sort of entry it is.
  public var kind: EntryKind
  /// What else is known of it.
  public var flags: EntryFlags
  /// Tokens of the entry's content with its share of the message overhead, by ``Snapshot/tokenizer``.
  public var tokens: Int32
  /// UTF-8 bytes of the stored form.
  public var bytes: Int32
  /// The source's own time in microseconds since 1970, else that of its append; ``noTime`` where neither is known.
  public var time: Int64
  /// Where the entry's references stand in ``Snapshot/calls``: the calls made by a `toolCalls` entry, or the
  /// one call answered by a `toolOutput` entry.
  public var firstCall: Int32
  /// How many references there are.
  public var callCount: Int32

  /// The value of ``time`` where nobody knows it.
  public static let noTime = Int64.min

  /// A header; without times and calls unless they are given.
  public init(
    position: Int32, message: Int32, kind: EntryKind, flags: EntryFlags = [], tokens: Int32, bytes: Int32,
    time: Int64 = noTime, firstCall: Int32 = 0, callCount: Int32 = 0
  ) {
    self.position = position
    self.message = message
    self.kind = kind
    self.flags = flags
    self.tokens = tokens
    self.bytes = bytes
    self.time = time
    self.firstCall = firstCall
    self.callCount = callCount
  }
}

/// Yes-or-no facts of an entry that planning needs.
public struct EntryFlags: OptionSet, Sendable, Hashable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The application asked for it to be kept.
  public static let pinned = EntryFlags(rawValue: 1 << 0)
  /// It holds an image or other data.
  public static let attachment = EntryFlags(rawValue: 1 << 1)
  /// It has no text and nothing else to say.
  public static let blank = EntryFlags(rawValue: 1 << 2)
  /// Its content is not understood: it may only be kept or go whole, never be shortened.
  public static let opaque = EntryFlags(rawValue: 1 << 3)
  /// It was broken on arrival, a tool call without an id, say.
  public static let illFormed = EntryFlags(rawValue: 1 << 4)
}
