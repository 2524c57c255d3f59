import Transcripts

/// A conversation of ChatGPT's, whose messages have their places in a tree: it is written when all are there.
struct TreeConversation: Sendable {
  private let envelope: RawJSON
  private let mapping: RawJSON
  private var originals: [String?] = []
  private var appended: [JSON] = []

  init(_ envelope: RawJSON) throws(EnvelopeError) {
    guard let mapping = envelope["mapping"], mapping.kind == .object else {
      throw EnvelopeError(expected: "an object `mapping`")
    }
    self.envelope = envelope
    self.mapping = mapping
  }

  mutating func add(_ message: ExportedMessage) {
    switch message {
    case .original(let text): originals.append(text)
    case .erased: originals.append(nil)
    case .chat(let chat): appended.append(chat)
    }
  }

  /// The conversation. What was appended follows the current node.
  var text: [UInt8] {
    let current = envelope["current_node"]
    let chain = ChatGPTHistory.chain(appended, after: current?.string)
    let places = mapping.members
    var parts = places.map { key, place in
      let node = text(at: place)
      guard let first = chain.first, key == current?.string else { return (place, node) }
      return (place, ChatGPTHistory.adding(child: first.key, to: node))
    }
    let more = chain.map { JSON.string($0.key).text + ":" + $0.node.text }.joined(separator: ",")
    if places.isEmpty {
      parts.append((mapping, "{" + more + "}"))
    } else if !more.isEmpty {
      parts[parts.count - 1].1 += "," + more
    }
    if let current, let last = chain.last { parts.append((current, JSON.string(last.key).text)) }
    return Array(envelope.text(replacing: parts).utf8)
  }

  /// What stands at a place in the tree: the message of the number there, or a node without one.
  private func text(at place: RawJSON) -> String {
    guard place.kind == .number else { return place.text }
    guard let number = Int(place.text), originals.indices.contains(number - 1) else { return "null" }
    return originals[number - 1] ?? "null"
  }
}
