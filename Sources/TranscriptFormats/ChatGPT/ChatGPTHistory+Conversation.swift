import Transcripts

extension ChatGPTHistory {
  /// A history as the one path of a conversation.
  static func conversation(_ envelope: JSON, _ items: [History.Item]) -> JSON {
    let places = envelope["mapping"]?.object ?? []
    let root = places.first { $0.value.object != nil && $0.value["parent"]?.string == nil }
    var nodes = [KeyedNode(key: root?.key ?? "root", node: root?.value ?? ["id": "root", "message": nil])]
    for (index, item) in items.enumerated() {
      let name = "message-\(index + 1)"
      switch item {
      case .original(let node): nodes.append(KeyedNode(key: node["id"]?.string ?? name, node: node))
      case .chat(let chat): nodes += self.nodes(of: chat, name: name)
      }
    }
    nodes = link(nodes, after: nil)
    var envelope = envelope
    envelope.set("mapping", to: .object(nodes.map { JSON.Member($0.key, $0.node) }))
    envelope.set("current_node", to: .string(nodes[nodes.count - 1].key))
    return envelope
  }
}
