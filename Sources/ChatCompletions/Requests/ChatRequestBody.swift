public import Transcripts

/// Writes the body of a request: as few parameters as possible, always in the same order, so that equal requests are
/// equal bytes and servers can reuse what they know of a common beginning.
public enum ChatRequestBody {
  /// The body, for an endpoint of which so much is known.
  public static func json(of request: ChatRequest, adaptedBy adaptations: EndpointAdaptations) -> JSON {
    var members: [JSON.Member] = [
      JSON.Member("model", .string(request.model)),
      JSON.Member("messages", .array(messages(of: request, adaptations).map { json($0, adaptations) })),
    ]
    if let tools = request.tools { members += self.members(of: tools, adaptations) }
    if let cap = request.maximumOutputTokens { members.append(JSON.Member(adaptations.outputCap.rawValue, JSON(cap))) }
    if adaptations.sendsTemperature, let temperature = request.temperature {
      members.append(JSON.Member("temperature", number(temperature)))
    }
    members += self.members(of: request.sampling, adaptations)
    if let effort = request.reasoningEffort, adaptations.sends(.reasoningEffort) {
      members.append(JSON.Member("reasoning_effort", .string(effort)))
    }
    if let format = request.responseFormat.flatMap({ json(of: $0, adaptations.format) }) {
      members.append(JSON.Member("response_format", format))
    }
    if streams(request, adaptedBy: adaptations) {
      members.append(JSON.Member("stream", true))
      if adaptations.sendsStreamOptions { members.append(JSON.Member("stream_options", ["include_usage": true])) }
    }
    return .object(members)
  }

  /// Whether the answer is asked for as a stream.
  public static func streams(_ request: ChatRequest, adaptedBy adaptations: EndpointAdaptations) -> Bool {
    request.isStreamed || adaptations.alwaysStreams
  }

  private static func messages(of request: ChatRequest, _ adaptations: EndpointAdaptations) -> [ChatMessage] {
    var messages = request.messages
    if let format = request.responseFormat, adaptations.format != .jsonSchema,
      let prompt = messages.lastIndex(where: { $0.role == .user })
    {
      messages[prompt].append(
        paragraph: "Answer with one JSON object that conforms to this JSON Schema:\n\(format.schema.text)")
    }
    if !adaptations.hasSystemRole, messages.count > 1, messages[0].role == .system {
      let instructions = messages.removeFirst()
      if messages[0].role == .user {
        messages[0].prepend(paragraph: instructions.content)
      } else {
        messages.insert(ChatMessage(.user, instructions.content), at: 0)
      }
    }
    return messages
  }

  private static func json(of format: ResponseFormat, _ kind: EndpointAdaptations.Format) -> JSON? {
    switch kind {
    case .jsonSchema:
      [
        "type": "json_schema",
        "json_schema": ["name": .string(format.name), "strict": .bool(format.isStrict), "schema": format.schema],
      ]
    case .jsonObject: ["type": "json_object"]
    case .promptOnly: nil
    }
  }

  /// Whole numbers without a fraction, as some servers read integers there.
  static func number(_ value: Double) -> JSON {
    value == value.rounded() && value < 1e15 ? JSON(Int(value)) : .number("\(value)")
  }
}
