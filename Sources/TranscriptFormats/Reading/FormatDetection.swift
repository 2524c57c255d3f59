import Transcripts

extension TranscriptFormat {
  /// The format of a file that begins with these bytes, which may end anywhere. Looks at the first value only.
  ///
  /// Where a conversation is the same in the dialects of OpenAI and Anthropic, OpenAI's is taken.
  public init?(detectedIn prefix: ArraySlice<UInt8>) {
    var marks = FormatMarks()
    JSON.walkPrefix(prefix, &marks)
    guard let format = marks.format else { return nil }
    self = format
  }
}

/// What a beginning has that tells the formats apart.
private struct FormatMarks: JSONSink {
  /// For every open container the key that led to what is now read in it; `nil` in an array.
  private var path: [String?] = []
  private var marks: Set<Mark> = []

  private enum Mark { case messages, mapping, entries, appleType, role, system, anthropicBlock, openAIMember }

  var format: TranscriptFormat? {
    if marks.contains(.appleType) || marks.contains(.entries) { return .apple }
    if marks.contains(.mapping) { return .chatgpt }
    guard marks.contains(.messages) || marks.contains(.role) else { return nil }
    if marks.contains(.openAIMember) { return .openai }
    return marks.contains(.system) || marks.contains(.anthropicBlock) ? .anthropic : .openai
  }

  mutating func key(_ token: JSONCursor.StringToken, _ cursor: borrowing JSONCursor) {
    let key = cursor.decode(token)
    path[path.count - 1] = key
    switch (path.count, key) {
    case (1, "messages"): marks.insert(.messages)
    case (1, "system"): marks.insert(.system)
    case (2, "mapping") where path[0] == nil: marks.insert(.mapping)
    case (2, "entries") where path[0] == "transcript": marks.insert(.entries)
    case (2, "role") where path[0] == nil: marks.insert(.role)
    case (_, "tool_calls"), (_, "tool_call_id"): marks.insert(.openAIMember)
    default: break
    }
  }

  mutating func scalar(_ scalar: JSONScalar, _ cursor: borrowing JSONCursor) {
    guard case .string(let token) = scalar, let key = path.last ?? nil, key == "type" || key == "role" else { return }
    switch (key, cursor.decode(token)) {
    case ("type", "FoundationModels.Transcript") where path.count == 1: marks.insert(.appleType)
    case ("type", "tool_use"), ("type", "tool_result"), ("type", "thinking"), ("type", "redacted_thinking"),
      ("type", "image"), ("type", "document"):
      marks.insert(.anthropicBlock)
    case ("type", "image_url"), ("type", "input_audio"): marks.insert(.openAIMember)
    case ("role", "system"), ("role", "developer"), ("role", "tool"), ("role", "function"): marks.insert(.openAIMember)
    default: break
    }
  }

  mutating func beginContainer() { path.append(nil) }
  mutating func endArray() { path.removeLast() }
  mutating func endObject() { path.removeLast() }
}
