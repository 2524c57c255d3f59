public import Transcripts

/// One entry of a message, as far as storing and planning need to know it.
public struct EntryDraft: Sendable, Equatable {
  public var kind: EntryKind
  /// Which part of its message the entry is, from 0.
  public var part: Int
  /// How many entries its message has.
  public var parts: Int
  /// The calls that a `toolCalls` entry makes, in order, or the one that a `toolOutput` entry answers.
  public var calls: [CallDraft]
  public var traits: EntryTraits
  /// The texts that count as the entry's content, in parts as stored: not those of calls, no data of attachments.
  public var contents: [String]
  /// Images, sounds and files in the content.
  public var attachments: Int
  /// The entry alone as an OpenAI chat message, compact. `nil` where the message is one already.
  public var chat: String?

  public init(
    kind: EntryKind, part: Int = 0, parts: Int = 1, calls: [CallDraft] = [], traits: EntryTraits = [],
    contents: [String] = [], attachments: Int = 0, chat: String? = nil
  ) {
    self.kind = kind
    self.part = part
    self.parts = parts
    self.calls = calls
    self.traits = traits
    self.contents = contents
    self.attachments = attachments
    self.chat = chat
  }
}

/// A call made or answered.
public struct CallDraft: Sendable, Equatable {
  /// What a result names to say which call it answers. For OpenAI's older `function_call`, which has no ids, the name
  /// of the function. `nil` where the message says nothing.
  public var id: String?
  public var tool: String?
  /// The arguments exactly as stored, `nil` for a call answered. Another spelling has another token count.
  public var arguments: String?

  public init(id: String?, tool: String?, arguments: String? = nil) {
    self.id = id
    self.tool = tool
    self.arguments = arguments
  }
}

/// Yes-or-no facts of an entry, with the raw values of the flags that headers keep.
public struct EntryTraits: OptionSet, Sendable, Hashable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// It holds an image or other data.
  public static let attachment = EntryTraits(rawValue: 1 << 1)
  /// It has no text but whitespace and nothing else to say.
  public static let blank = EntryTraits(rawValue: 1 << 2)
  /// Some of its content is not understood: it may only be kept or go whole.
  public static let opaque = EntryTraits(rawValue: 1 << 3)
  /// Its message breaks the rules of its dialect.
  public static let illFormed = EntryTraits(rawValue: 1 << 4)
}
