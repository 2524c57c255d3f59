extension Transcript {
  public struct Instructions: TranscriptElement {
    public var json: JSON

    init(json: JSON) { self.json = json }

    public init(id: String, segments: [Segment], toolDefinitions: [ToolDefinition] = []) {
      json = ["id": .string(id), "role": "instructions", "contents": .array(segments.map(\.json))]
      if !toolDefinitions.isEmpty { json.set("tools", to: .array(toolDefinitions.map(\.json))) }
    }

    public var toolDefinitions: [ToolDefinition] { (json["tools"]?.array ?? []).map(ToolDefinition.init) }
  }

  public struct Prompt: TranscriptElement {
    public var json: JSON

    init(json: JSON) { self.json = json }

    public init(id: String, segments: [Segment]) {
      json = ["id": .string(id), "role": "user", "options": [:], "contents": .array(segments.map(\.json))]
    }

    public var options: JSON? { json["options"] }
    public var responseFormat: JSON? { json["responseFormat"] }
  }

  public struct ToolCalls: TranscriptElement {
    public var json: JSON

    init(json: JSON) { self.json = json }

    public init(id: String, calls: [ToolCall]) {
      json = ["id": .string(id), "role": "response", "toolCalls": .array(calls.map(\.json))]
    }

    public var calls: [ToolCall] { (json["toolCalls"]?.array ?? []).map(ToolCall.init) }
  }

  public struct ToolCall: Sendable, Hashable {
    public var json: JSON

    init(json: JSON) { self.json = json }

    /// - Parameter arguments: A JSON text.
    public init(id: String, toolName: String, arguments: String) {
      json = ["id": .string(id), "name": .string(toolName), "arguments": .string(arguments)]
    }

    public var id: String? { json["id"]?.string }
    public var toolName: String? { json["name"]?.string }
    public var arguments: String? { json["arguments"]?.string }
  }

  public struct ToolOutput: TranscriptElement {
    public var json: JSON

    init(json: JSON) { self.json = json }

    public init(id: String, toolName: String?, segments: [Segment]) {
      json = ["id": .string(id), "role": "tool", "toolCallID": .string(id), "contents": .array(segments.map(\.json))]
      if let toolName { json.set("toolName", to: .string(toolName)) }
    }

    public var toolName: String? { json["toolName"]?.string }
    /// The id of the call that is answered. Where it is missing, the entry's own id is the call's.
    public var toolCallID: String? { json["toolCallID"]?.string ?? id }
  }

  public struct Response: TranscriptElement {
    public var json: JSON

    init(json: JSON) { self.json = json }

    public init(id: String, segments: [Segment]) {
      json = ["id": .string(id), "role": "response", "assets": [], "contents": .array(segments.map(\.json))]
    }

    public var assetIDs: [String] { (json["assets"]?.array ?? []).compactMap(\.string) }
  }

  public struct Reasoning: TranscriptElement {
    public var json: JSON

    init(json: JSON) { self.json = json }

    public init(id: String, segments: [Segment]) {
      json = ["id": .string(id), "role": "reasoning", "contents": .array(segments.map(\.json))]
    }

    public var signature: String? { json["signature"]?.string }
  }
}
