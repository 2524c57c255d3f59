import Transcripts

/// How large a history is, as a reader gets it: the summary is an entry and has tokens.
public struct HistorySize: Sendable, Equatable {
  /// Entries, the summary being one.
  public var entries: Int
  /// Prompts, those of one message counted once.
  public var turns: Int
  /// By the tokenizer of the snapshot.
  public var tokens: Int
  /// Calls made, whether they have results or not.
  public var toolCalls: Int

  /// A size; without numbers, that of an empty history.
  public init(entries: Int = 0, turns: Int = 0, tokens: Int = 0, toolCalls: Int = 0) {
    self.entries = entries
    self.turns = turns
    self.tokens = tokens
    self.toolCalls = toolCalls
  }

  /// At or below every limit that `size` names.
  public func fits(_ size: Size) -> Bool {
    entries <= size.entries ?? .max && turns <= size.turns ?? .max && tokens <= size.tokens ?? .max
      && toolCalls <= size.toolCalls ?? .max
  }
}

extension EntryHeader {
  /// The calls that the entry makes; a result makes none.
  var callsMade: Int { kind == .toolCalls ? Int(callCount) : 0 }
}
