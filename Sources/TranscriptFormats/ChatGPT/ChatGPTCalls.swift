import Transcripts

/// Which call each tool's message answers. ChatGPT's exports do not say: a call is a message of the assistant to a
/// recipient other than `all`, and what that tool says next on the same path answers it.
struct ChatGPTCalls: Sendable {
  enum Call: Sendable, Equatable {
    /// The message is a call.
    case made
    /// The message answers the call with this id, the key of its node.
    case answer(id: String)
    /// A tool's message that answers no open call.
    case unasked
  }

  private var calls: [Call?]

  subscript(node: Int) -> Call? { calls[node] }

  init(_ tree: ChatGPTTree, _ walk: [ChatGPTTree.Step]) {
    calls = Array(repeating: nil, count: tree.nodes.count)
    /// The call open after each node: its id, and the recipient.
    var open: [(id: String, tool: String)?] = Array(repeating: nil, count: tree.nodes.count)
    for (position, _) in walk {
      let node = tree.nodes[position]
      open[position] = node.parent.flatMap { open[$0] }
      guard let message = node.message else { continue }
      let author = message["author"]
      switch author?["role"]?.string {
      case "assistant":
        guard let tool = ChatGPTCalls.recipient(of: message) else { continue }
        calls[position] = .made
        open[position] = (node.key, tool)
      case "tool":
        let name = author?["name"]?.nonEmptyString
        if let call = open[position], name.map({ ChatGPTCalls.isSame($0, call.tool) }) ?? true {
          calls[position] = .answer(id: call.id)
          open[position] = nil
        } else {
          calls[position] = .unasked
        }
      default: break
      }
    }
  }

  /// The tool that a message is addressed to.
  static func recipient(of message: RawJSON) -> String? {
    guard let recipient = message["recipient"]?.nonEmptyString, recipient != "all" else { return nil }
    return recipient
  }

  /// `browser.search` is answered by `browser`, and the other way round.
  private static func isSame(_ one: String, _ other: String) -> Bool {
    one == other || one.hasPrefix(other + ".") || other.hasPrefix(one + ".")
  }
}
