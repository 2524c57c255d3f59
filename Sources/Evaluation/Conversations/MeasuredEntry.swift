public import TranscriptFormats
public import Transcripts

/// One entry of a conversation with its texts.
public struct MeasuredEntry: Sendable {
  /// The entry alone as an OpenAI chat message.
  public var message: JSON
  public var draft: EntryDraft
  /// Of its message, from 1.
  public var ordinal: Int32

  public init(message: JSON, draft: EntryDraft, ordinal: Int32) {
    self.message = message
    self.draft = draft
    self.ordinal = ordinal
  }

  /// The entry in the form of a short form or of a part of a message.
  init?(message: JSON, ordinal: Int32) {
    guard let raw = try? RawJSON(message.text), let draft = OpenAIChat.entries(of: raw).first else { return nil }
    self.init(message: message, draft: draft, ordinal: ordinal)
  }

  /// Everything in which a value can stand. Strings of JSON stand in it once more without escapes, where they have any.
  var text: String {
    var texts = draft.contents
    for call in draft.calls {
      if let tool = call.tool, draft.kind == .toolCalls { texts.append(tool) }
      if let arguments = call.arguments { texts.append(arguments) }
    }
    return (texts + structures.flatMap(\.escapedStrings)).joined(separator: "\n")
  }

  /// What is said in it, for a search for items: of JSON, the strings and numbers.
  var said: [String] {
    let plain = draft.contents.filter { $0.json == nil }
    return plain + structures.flatMap(\.leaves)
  }

  /// Contents and arguments that are JSON.
  private var structures: [JSON] {
    draft.contents.compactMap(\.json) + draft.calls.compactMap { $0.arguments.flatMap { try? JSON(parsing: $0) } }
  }

  /// Of each call that the entry makes, its tool and the strings and numbers of its arguments.
  var calls: [(tool: String, values: [String])] {
    guard draft.kind == .toolCalls else { return [] }
    return draft.calls.map { call in
      (call.tool ?? "", (call.arguments.flatMap { try? JSON(parsing: $0) })?.leaves ?? [])
    }
  }
}

extension String {
  /// The object or array that the text is.
  fileprivate var json: JSON? {
    guard let first = utf8.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      return nil
    }
    return try? JSON(parsing: self)
  }
}

extension JSON {
  /// Its strings and numbers, in order.
  var leaves: [String] {
    switch self {
    case .null, .bool: []
    case .number(let digits): [digits]
    case .string(let text): [text]
    case .array(let elements): elements.flatMap(\.leaves)
    case .object(let members): members.flatMap(\.value.leaves)
    }
  }

  /// Its strings that JSON writes otherwise than they are.
  fileprivate var escapedStrings: [String] {
    leaves.filter { $0.utf8.contains { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") } }
  }
}
