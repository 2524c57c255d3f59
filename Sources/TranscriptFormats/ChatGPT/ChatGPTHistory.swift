import Transcripts

/// OpenAI chat messages as nodes of a ChatGPT export.
enum ChatGPTHistory {
  struct KeyedNode {
    var key: String
    var node: JSON
  }

  /// The messages as nodes, one behind the other.
  ///
  /// - Parameter parent: The key of the node that the first one follows.
  static func chain(_ chat: [JSON], after parent: String?) -> [KeyedNode] {
    let prefix = parent.map { $0 + "-" } ?? "message-"
    let nodes = chat.enumerated().flatMap { self.nodes(of: $0.element, name: prefix + String($0.offset + 1)) }
    return link(nodes, after: parent)
  }

  /// A message as nodes, not linked yet: one for each entry, and a call is a node of its own.
  ///
  /// - Parameter name: The key of the first node, from which those of the others are made.
  static func nodes(of chat: JSON, name: String) -> [KeyedNode] {
    messages(chat).enumerated().map { index, message in
      let key = index == 0 ? name : "\(name).\(index + 1)"
      var message = message
      message.set("id", to: .string(key))
      return KeyedNode(key: key, node: ["id": .string(key), "message": message])
    }
  }

  /// The nodes with parents and children such that each follows the one before it.
  static func link(_ nodes: [KeyedNode], after parent: String?) -> [KeyedNode] {
    nodes.indices.map { index in
      var node = nodes[index]
      let before = index == 0 ? parent : nodes[index - 1].key
      node.node.set("parent", to: before.map(JSON.string) ?? .null)
      node.node.set("children", to: index + 1 < nodes.count ? [.string(nodes[index + 1].key)] : [])
      return node
    }
  }

  /// The text of a node with one more child, the last.
  static func adding(child: String, to node: String) -> String {
    guard let raw = try? RawJSON(node), raw.kind == .object else { return node }
    let child = JSON.string(child).text
    guard let children = raw["children"], children.kind == .array else { return node }
    return raw.text(replacing: [
      (children, "[" + (children.elements.map(\.text) + [child]).joined(separator: ",") + "]")
    ])
  }

  private static func messages(_ chat: JSON) -> [JSON] {
    guard let raw = try? RawJSON(chat.text) else { return [] }
    return OpenAIChat.entries(of: raw).flatMap { entry -> [JSON] in
      let text = entry.contents.joined(separator: "\n")
      switch entry.kind {
      case .instructions: return [message("system", text)]
      case .prompt: return [message("user", text)]
      case .response: return [message("assistant", text)]
      case .reasoning:
        let thoughts: JSON = [["summary": "", "content": .string(text)]]
        return [message("assistant", content: ["content_type": "thoughts", "thoughts": thoughts])]
      case .toolOutput: return [message("tool", text, name: entry.calls[0].tool)]
      case .toolCalls:
        return entry.calls.map { call in
          let content: JSON = [
            "content_type": "code", "language": "unknown", "text": .string(call.arguments ?? "{}"),
          ]
          return message("assistant", content: content, recipient: call.tool ?? "tool")
        }
      }
    }
  }

  private static func message(_ role: String, _ text: String, name: String? = nil) -> JSON {
    message(role, content: ["content_type": "text", "parts": [.string(text)]], name: name)
  }

  private static func message(_ role: String, content: JSON, name: String? = nil, recipient: String = "all") -> JSON {
    let author: JSON = ["role": .string(role), "name": name.map(JSON.string) ?? .null, "metadata": [:]]
    return [
      "id": nil, "author": author, "create_time": nil, "update_time": nil, "content": content,
      "status": "finished_successfully", "end_turn": nil, "weight": 1, "metadata": [:],
      "recipient": .string(recipient),
    ]
  }
}
