public import Transcripts

/// A conversation as a file has it, ready to be stored.
public struct ConversationDraft: Sendable {
  /// The application's name for it, where the file gives one.
  public var key: String?
  public var tenant: String?
  public var format: TranscriptFormat
  /// An object.
  public var metadata: JSON
  /// JSON text of what surrounds the messages, for ``TranscriptWriter``; its shape depends on the format.
  public var envelope: String
  /// How many NULs and lone surrogates were replaced by U+FFFD, the envelope included.
  public var replacements: Int
  public var place: ImportPlace
  public var messages: Messages

  /// The messages in order of storing: branch 0 is the active path. Each is made when it is asked for, so that no more
  /// than one need be in memory beside the text of the conversation.
  public struct Messages: RandomAccessCollection, Sendable {
    private let count_: Int
    private let make: @Sendable (Int) -> MessageDraft

    init(count: Int, make: @escaping @Sendable (Int) -> MessageDraft) {
      count_ = count
      self.make = make
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { count_ }
    public subscript(index: Int) -> MessageDraft {
      precondition(indices.contains(index), "no message \(index) of \(count_)")
      return make(index)
    }
  }
}

/// One message as it came, with its entries.
public struct MessageDraft: Sendable, Equatable {
  /// The message's own JSON text, byte for byte but for the replacements.
  public var original: String
  /// The source's own time, microseconds since 1970.
  public var time: Int64?
  /// 0 for the active path.
  public var branch: Int32
  /// Never empty.
  public var entries: [EntryDraft]

  public init(original: String, time: Int64?, branch: Int32 = 0, entries: [EntryDraft]) {
    self.original = original
    self.time = time
    self.branch = branch
    self.entries = entries
  }
}
