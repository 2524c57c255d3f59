public import Compaction
public import Transcripts

/// A made-up transcript, as headers and as the chat messages that it could have come from.
public struct GeneratedTranscript: Sendable {
  public struct Entry: Sendable {
    public var position: Int32
    public var message: Int32
    public var kind: EntryKind
    public var flags: EntryFlags
    public var tokens: Int32
    public var time: Int64
    public var calls: [(id: String?, tool: String?)]

    /// A few words in several scripts, with what has to be escaped; always the same ones for an entry. Empty where
    /// it is blank.
    public var text: String {
      if flags.contains(.blank) { return "" }
      var random = SeededGenerator(seed: Int(position) &* 7_919 &+ Int(tokens))
      return (0...Int.random(in: 0..<6, using: &random)).map { _ in random.pick(Self.words) }.joined(separator: " ")
    }

    private static let words = [
      "order", "4711", "please", "東京", "été", "🙂👍🏽", "\"quoted\"", "a\\b", "</transcript>", "안녕",
    ]
  }

  public private(set) var entries: [Entry] = []
  private var builder = SnapshotBuilder(tokenizer: "generated")

  public init() {}

  public mutating func append(_ entry: Entry) {
    entries.append(entry)
    builder.append(
      EntryHeader(
        position: entry.position, message: entry.message, kind: entry.kind, flags: entry.flags,
        tokens: entry.tokens, bytes: entry.tokens * 4, time: entry.time),
      calls: entry.calls)
  }

  /// What planning sees.
  public var snapshot: Snapshot { builder.snapshot }

  /// The same as messages of the OpenAI chat dialect; several prompts of one message become its content parts.
  public var chatMessages: [JSON] {
    var messages: [JSON] = []
    var index = 0
    while index < entries.count {
      let message = entries[index].message
      var end = index + 1
      while end < entries.count, entries[end].message == message, entries[end].kind != .toolOutput { end += 1 }
      messages.append(Self.chatMessage(entries[index..<end]))
      index = end
    }
    return messages
  }

  private static func chatMessage(_ parts: ArraySlice<Entry>) -> JSON {
    let first = parts.first!
    switch first.kind {
    case .instructions: return .object([.init("role", .string("system")), .init("content", .string(first.text))])
    case .prompt:
      let texts = parts.map(\.text)
      let content: JSON =
        texts.count == 1
        ? .string(texts[0])
        : .array(texts.map { .object([.init("type", .string("text")), .init("text", .string($0))]) })
      return .object([.init("role", .string("user")), .init("content", content)])
    case .toolOutput:
      var members: [JSON.Member] = [.init("role", .string("tool"))]
      if let id = first.calls.first?.id { members.append(.init("tool_call_id", .string(id))) }
      members.append(.init("content", .string(first.text)))
      return .object(members)
    case .reasoning, .response, .toolCalls:
      var members: [JSON.Member] = [.init("role", .string("assistant"))]
      for part in parts {
        switch part.kind {
        case .reasoning: members.append(.init("reasoning_content", .string(part.text)))
        case .response: members.append(.init("content", .string(part.text)))
        case .toolCalls: members.append(.init("tool_calls", .array(part.calls.map { toolCall($0, part.text) })))
        case .instructions, .prompt, .toolOutput: break
        }
      }
      return .object(members)
    }
  }

  private static func toolCall(_ call: (id: String?, tool: String?), _ text: String) -> JSON {
    var members: [JSON.Member] = []
    if let id = call.id { members.append(.init("id", .string(id))) }
    let arguments = JSON.object([.init("text", .string(text))])
    members.append(.init("type", .string("function")))
    members.append(
      .init(
        "function",
        .object([.init("name", .string(call.tool ?? "")), .init("arguments", .string(arguments.text))])))
    return .object(members)
  }
}
