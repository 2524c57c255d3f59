/// One call made or answered: indexes into the tables of the ``Snapshot``.
public struct CallReference: Sendable, Equatable {
  /// Index into ``Snapshot/callIDs``, or -1 where the id is missing.
  public var id: Int32
  /// Index into ``Snapshot/toolNames``, or -1 where the name is unknown.
  public var tool: Int32

  /// A reference by the places in the tables; -1 for what is missing.
  public init(id: Int32, tool: Int32) {
    self.id = id
    self.tool = tool
  }
}

/// The headers of one conversation's active branch, in order of position: the input of planning.
public struct Snapshot: Sendable, Equatable {
  /// In order of position.
  public var headers: [EntryHeader]
  /// What ``EntryHeader/firstCall`` points to.
  public var calls: [CallReference]
  /// Without duplicates.
  public var callIDs: CallIDTable
  /// Without duplicates.
  public var toolNames: [String]
  /// Who counted the tokens, `estimate@1` say.
  public var tokenizer: String

  /// Headers with the tables that they point to; without any, an empty conversation.
  public init(
    headers: [EntryHeader] = [], calls: [CallReference] = [], callIDs: CallIDTable = [], toolNames: [String] = [],
    tokenizer: String
  ) {
    self.headers = headers
    self.calls = calls
    self.callIDs = callIDs
    self.toolNames = toolNames
    self.tokenizer = tokenizer
  }

  /// The calls that the header makes or the one that it answers.
  public func calls(of header: EntryHeader) -> ArraySlice<CallReference> {
    calls[Int(header.firstCall)..<Int(header.firstCall + header.callCount)]
  }
}
