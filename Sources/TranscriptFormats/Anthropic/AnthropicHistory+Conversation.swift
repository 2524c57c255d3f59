import Transcripts

extension AnthropicHistory {
  /// A history in the envelope of its conversation.
  static func conversation(_ envelope: JSON, _ items: [History.Item]) -> JSON {
    var envelope = envelope
    if case .array = envelope { envelope = ["messages": []] }
    var system: JSON?
    var items = items[...]
    // The system prompt is the first message where the envelope has a place for it.
    if envelope["system"]?.object != nil, case .original(let first) = items.first, first["role"] == nil {
      system = first
      items = items.dropFirst()
    }
    var messages: [JSON] = []
    var chat: [JSON] = []
    func convert() {
      let converted = AnthropicHistory(chat)
      if let more = converted.system { system = .array(blocks(ofSystem: system) + (more.array ?? [])) }
      messages += converted.messages
      chat = []
    }
    for item in items {
      switch item {
      case .chat(let message): chat.append(message)
      case .original(let message):
        convert()
        messages.append(message)
      }
    }
    convert()
    if let system {
      envelope.set("system", to: system)
    } else if envelope["system"]?.object != nil {
      envelope.set("system", to: [])
    }
    envelope.set("messages", to: .array(messages))
    return envelope
  }

  private static func blocks(ofSystem system: JSON?) -> [JSON] {
    guard case .string(let text) = system else { return system?.array ?? [] }
    return [["type": "text", "text": .string(text)]]
  }
}
