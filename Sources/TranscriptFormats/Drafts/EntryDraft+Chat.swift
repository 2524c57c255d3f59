import Transcripts

extension EntryDraft {
  /// The one entry of a chat message that a foreign entry was converted to.
  ///
  /// - Parameters:
  ///   - chat: A message that splits into one entry, of the given kind.
  ///   - traits: What the chat message does not show of the foreign entry.
  init(kind: EntryKind, chat: JSON, traits: EntryTraits = []) {
    let text = chat.text
    guard let raw = try? RawJSON(text) else { preconditionFailure("a JSON value's text is no JSON") }
    let entries = OpenAIChat.entries(of: raw)
    precondition(
      entries.count == 1 && entries[0].kind == kind, "a \(kind) became \(entries.map(\.kind)) in its chat form")
    self = entries[0]
    self.traits.formUnion(traits)
    self.chat = text
  }
}

extension [EntryDraft] {
  /// The entries numbered as the parts of one message.
  var numbered: [EntryDraft] {
    var entries = self
    for index in entries.indices {
      entries[index].part = index
      entries[index].parts = entries.count
    }
    return entries
  }
}

/// Words that stand in the chat form of an entry for what has no place there. The original has it all.
enum Placeholder {
  /// Reasoning that came encrypted, or without its text.
  static let withheldReasoning = "[reasoning withheld]"

  /// Something not understood: its JSON where that is short, else its type and size.
  static func unknown(_ text: String, type: String? = nil) -> String {
    text.utf8.count <= 4_096 ? text : "[\(type ?? "data"), \(text.utf8.count) bytes]"
  }
}
