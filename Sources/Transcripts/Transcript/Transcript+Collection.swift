/// A transcript is the collection of its entries.
extension Transcript: RandomAccessCollection {
  public var startIndex: Int { entries.startIndex }
  public var endIndex: Int { entries.endIndex }

  public subscript(position: Int) -> Entry { entries[position] }
}

/// An entry of calls is the collection of its calls.
extension Transcript.ToolCalls: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { json["toolCalls"]?.array?.count ?? 0 }

  public subscript(position: Int) -> Transcript.ToolCall { calls[position] }
}
