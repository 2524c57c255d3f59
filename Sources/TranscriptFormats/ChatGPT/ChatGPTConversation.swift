import Transcripts

/// A conversation of a ChatGPT export. Each node of its tree that holds a message is a message.
///
/// The envelope is the conversation with a number for each of those nodes in `mapping`: which message it is, from 1.
/// Nodes without a message, the root for one, stay in it as they are.
struct ChatGPTConversation {
  private let raw: RawJSON
  private let tree: ChatGPTTree
  private let replacements: Int
  private let place: ImportPlace

  init(_ record: consuming Record) throws(ImportDiagnostic) {
    place = record.place
    (raw, replacements) = try record.json()
    guard let mapping = raw["mapping"], mapping.kind == .object else {
      throw ImportDiagnostic(
        place: place, found: raw.kind == .object ? "an object without an object `mapping`" : "\(raw.kind)",
        expected: "a conversation with `mapping`")
    }
    tree = ChatGPTTree(mapping: mapping, current: raw["current_node"]?.string)
  }

  var draft: ConversationDraft {
    let tree = tree
    let walk = tree.walk()
    let calls = ChatGPTCalls(tree, walk)
    let messages = walk.filter { tree.nodes[$0.node].hasMessage }
    let title = raw["title"]?.string
    return ConversationDraft(
      key: raw["conversation_id"]?.nonEmptyString ?? raw["id"]?.nonEmptyString, tenant: nil, format: .chatgpt,
      metadata: title.map { ["title": .string($0)] } ?? [:], envelope: envelope(messages), replacements: replacements,
      place: place,
      messages: ConversationDraft.Messages(count: messages.count) { index in
        let (position, branch) = messages[index]
        let node = tree.nodes[position]
        let message = node.message
        return MessageDraft(
          original: node.raw.text, time: message?["create_time"].flatMap(SourceTime.time), branch: branch,
          entries: ChatGPTMessage(node, call: calls[position]).entries)
      })
  }

  private func envelope(_ messages: [ChatGPTTree.Step]) -> String {
    raw.text(replacing: messages.enumerated().map { (tree.nodes[$0.element.node].raw, String($0.offset + 1)) })
  }
}
