/// Writes conversations as a file of their format. What was imported comes out as the same JSON: strings, key order
/// and numbers byte for byte.
///
/// The writer does no I/O: every call returns the bytes to write next. For each conversation call ``begin(envelope:key:)``,
/// ``add(_:)`` for every message of every branch in order, and ``end()``; after the last one ``finish()``.
public struct TranscriptWriter: Sendable {
  public let format: TranscriptFormat
  private var conversation: Conversation?
  private var isFirst = true

  private enum Conversation {
    case list(ListConversation)
    case tree(TreeConversation)
  }

  public init(_ format: TranscriptFormat) { self.format = format }

  /// Begins a conversation.
  ///
  /// - Parameters:
  ///   - envelope: As it was imported in this format; `nil` for a conversation that was not.
  ///   - key: The conversation's name, for one without an envelope.
  public mutating func begin(envelope: String?, key: String) throws(EnvelopeError) -> [UInt8] {
    precondition(conversation == nil, "a conversation began inside another")
    let raw = try DefaultEnvelope.raw(envelope, format, key: key)
    if format == .chatgpt {
      conversation = .tree(try TreeConversation(raw))
      return separator()
    }
    let list = try ListConversation(raw, format: format)
    conversation = .list(list)
    return separator() + list.begin()
  }

  /// Adds the next message.
  public mutating func add(_ message: ExportedMessage) -> [UInt8] {
    switch conversation {
    case .list(var list):
      conversation = nil  // so that it is changed in place
      let bytes = list.add(message)
      conversation = .list(list)
      return bytes
    case .tree(var tree):
      conversation = nil
      tree.add(message)
      conversation = .tree(tree)
      return []
    case nil: preconditionFailure("a message outside a conversation")
    }
  }

  /// Ends the conversation.
  public mutating func end() -> [UInt8] {
    defer { conversation = nil }
    return switch conversation {
    case .list(let list): list.end() + terminator
    case .tree(let tree): tree.text + terminator
    case nil: preconditionFailure("the end of a conversation that did not begin")
    }
  }

  /// Writes a conversation that is one text already: see ``History``.
  public mutating func add(conversation text: [UInt8]) -> [UInt8] { separator() + text + terminator }

  /// Ends the file.
  public mutating func finish() -> [UInt8] {
    guard format == .chatgpt else { return [] }
    return Array((isFirst ? "[]\n" : "\n]\n").utf8)
  }

  /// What stands before a conversation.
  private mutating func separator() -> [UInt8] {
    defer { isFirst = false }
    guard format == .chatgpt else { return [] }
    return Array((isFirst ? "[\n" : ",\n").utf8)
  }

  private var terminator: [UInt8] { format == .chatgpt ? [] : [UInt8(ascii: "\n")] }
}
