import Transcripts

// The parts of a body that only some requests have.

extension ChatRequestBody {
  static func json(_ message: ChatMessage, _ adaptations: EndpointAdaptations) -> JSON {
    var json: JSON = ["role": .string(message.role.rawValue), "content": content(of: message)]
    if let reasoning = message.reasoning, adaptations.sends(.reasoningContent) {
      json.set("reasoning_content", to: .string(reasoning))
    }
    if !message.toolCalls.isEmpty { json.set("tool_calls", to: .array(message.toolCalls.map { self.json($0) })) }
    if let id = message.toolCallID { json.set("tool_call_id", to: .string(id)) }
    return json
  }

  /// A string where that is enough, as some servers take no list of parts.
  private static func content(of message: ChatMessage) -> JSON {
    if message.hasImages {
      return .array(
        message.parts.map { part in
          switch part {
          case .text(let text): ["type": "text", "text": .string(text)]
          case .image(let url): ["type": "image_url", "image_url": ["url": .string(url)]]
          }
        })
    }
    return message.content.isEmpty && !message.toolCalls.isEmpty ? .null : .string(message.content)
  }

  private static func json(_ call: ReplyContent.ToolCall) -> JSON {
    var json: JSON = [
      "id": .string(call.id), "type": "function",
      "function": ["name": .string(call.name), "arguments": .string(call.arguments)],
    ]
    if let extra = call.extraContent { json.set("extra_content", to: extra) }
    return json
  }

  static func members(of tools: ChatTools, _ adaptations: EndpointAdaptations) -> [JSON.Member] {
    let definitions = tools.definitions.map { definition -> JSON in
      [
        "type": "function",
        "function": [
          "name": .string(definition.name), "description": .string(definition.description),
          "parameters": definition.parameters,
        ],
      ]
    }
    var members = [JSON.Member("tools", .array(definitions))]
    if let choice = tools.choice { members.append(JSON.Member("tool_choice", .string(choice.rawValue))) }
    if let inParallel = tools.inParallel, adaptations.sends(.parallelToolCalls) {
      members.append(JSON.Member("parallel_tool_calls", .bool(inParallel)))
    }
    return members
  }

  static func members(of sampling: ChatSampling, _ adaptations: EndpointAdaptations) -> [JSON.Member] {
    var members: [JSON.Member] = []
    if let topP = sampling.topP, adaptations.sends(.topP) { members.append(JSON.Member("top_p", number(topP))) }
    if let topK = sampling.topK, adaptations.sends(.topK) { members.append(JSON.Member("top_k", JSON(topK))) }
    if let seed = sampling.seed, adaptations.sends(.seed) {
      members.append(JSON.Member("seed", .number(String(seed))))
    }
    return members
  }
}
