extension Transcript {
  /// What the model is told about its role, with the tools that it may call.
  public struct Instructions: TranscriptElement {
    /// The entry as it is written.
    public var json: JSON

    init(json: JSON) { self.json = json }

    /// Instructions of these parts.
    public init(id: String, segments: [Segment], toolDefinitions: [ToolDefinition] = []) {
      json = ["id": .string(id), "role": "instructions", "contents": .array(segments.map(\.json))]
      if !toolDefinitions.isEmpty { json.set("tools", to: .array(toolDefinitions.map(\.json))) }
    }

    /// The tools that the instructions name.
    public var toolDefinitions: [ToolDefinition] { (json["tools"]?.array ?? []).map(ToolDefinition.init) }
  }

  /// What the user asks.
  public struct Prompt: TranscriptElement {
    /// The entry as it is written.
    public var json: JSON

    init(json: JSON) { self.json = json }

    /// - Parameters:
    ///   - id: Tells the entry from the others of its transcript.
    ///   - segments: The parts of the prompt.
    ///   - options: The options of generation, an object as Apple's JSON writes it.
    ///   - contextOptions: What the request said of its context; left out where it is `nil`.
    ///   - responseFormat: The schema that the answer is to follow.
    ///   - metadata: What was noted of the prompt, an object; left out where it is `nil`.
    public init(
      id: String, segments: [Segment], options: JSON = [:], contextOptions: JSON? = nil,
      responseFormat: ResponseFormat? = nil, metadata: JSON? = nil
    ) {
      json = ["id": .string(id), "role": "user", "options": options, "contents": .array(segments.map(\.json))]
      if let contextOptions { json.set("contextOptions", to: contextOptions) }
      if let responseFormat { json.set("responseFormat", to: responseFormat.json) }
      if let metadata { json.set("metadata", to: metadata) }
    }

    /// The options of generation as they are written, or `nil`.
    public var optionsJSON: JSON? { json["options"] }
    /// What the request said of its context, as it is written, or `nil`.
    public var contextOptionsJSON: JSON? { json["contextOptions"] }
    /// The schema that the answer was to follow, or `nil`.
    public var responseFormat: ResponseFormat? { json["responseFormat"].map(ResponseFormat.init) }
  }

  /// What the model asks to have done, one call or several at once.
  public struct ToolCalls: TranscriptElement {
    /// The entry as it is written.
    public var json: JSON

    init(json: JSON) { self.json = json }

    /// - Parameters:
    ///   - id: Tells the entry from the others of its transcript.
    ///   - calls: The calls, in their order.
    ///   - metadata: What the model said of these calls, an object; left out where it is `nil`.
    public init(id: String, calls: [ToolCall], metadata: JSON? = nil) {
      json = ["id": .string(id), "role": "response", "toolCalls": .array(calls.map(\.json))]
      if let metadata { json.set("metadata", to: metadata) }
    }

    /// The calls, in the order in which the model made them.
    public var calls: [ToolCall] { (json["toolCalls"]?.array ?? []).map(ToolCall.init) }
  }

  /// One call to a tool.
  public struct ToolCall: Sendable, Hashable {
    /// The call as it is written.
    public var json: JSON

    init(json: JSON) { self.json = json }

    /// - Parameters:
    ///   - id: What the output that answers the call refers to.
    ///   - toolName: The name of the tool.
    ///   - arguments: A JSON text.
    ///   - metadata: What the model said of this call, an object; left out where it is `nil`.
    public init(id: String, toolName: String, arguments: String, metadata: JSON? = nil) {
      json = ["id": .string(id), "name": .string(toolName), "arguments": .string(arguments)]
      if let metadata { json.set("metadata", to: metadata) }
    }

    /// What the output that answers the call refers to.
    public var id: String? { json["id"]?.string }
    /// The name of the tool.
    public var toolName: String? { json["name"]?.string }
    /// The arguments as the model wrote them: a JSON text, which may be broken.
    public var arguments: String? { json["arguments"]?.string }
  }

  /// What a tool returned for one call.
  public struct ToolOutput: TranscriptElement {
    /// The entry as it is written.
    public var json: JSON

    init(json: JSON) { self.json = json }

    /// An output of these parts; `id` is that of the call.
    public init(id: String, toolName: String?, segments: [Segment]) {
      json = ["id": .string(id), "role": "tool", "toolCallID": .string(id), "contents": .array(segments.map(\.json))]
      if let toolName { json.set("toolName", to: .string(toolName)) }
    }

    /// The name of the tool.
    public var toolName: String? { json["toolName"]?.string }
    /// The id of the call that is answered. Where it is missing, the entry's own id is the call's.
    public var toolCallID: String? { json["toolCallID"]?.string ?? id }
  }

  /// What the model answers.
  public struct Response: TranscriptElement {
    /// The entry as it is written.
    public var json: JSON

    init(json: JSON) { self.json = json }

    /// - Parameters:
    ///   - id: Tells the entry from the others of its transcript.
    ///   - segments: The parts of the answer.
    ///   - assetIDs: Names of what the model was equipped with; left out where there are none.
    ///   - metadata: What the model said of its answer, an object; left out where it is `nil`.
    public init(id: String, segments: [Segment], assetIDs: [String] = [], metadata: JSON? = nil) {
      json = [
        "id": .string(id), "role": "response", "assets": .array(assetIDs.map(JSON.string)),
        "contents": .array(segments.map(\.json)),
      ]
      if let metadata { json.set("metadata", to: metadata) }
    }

    /// Names of what the model was equipped with for this answer. Empty for most models.
    public var assetIDs: [String] { (json["assets"]?.array ?? []).compactMap(\.string) }
  }

  /// What the model thinks before it goes on.
  public struct Reasoning: TranscriptElement {
    /// The entry as it is written.
    public var json: JSON

    init(json: JSON) { self.json = json }

    /// - Parameters:
    ///   - id: Tells the entry from the others of its transcript.
    ///   - segments: The parts of the reasoning.
    ///   - signature: What the model's server asks to be sent back with this reasoning, unchanged.
    ///   - metadata: What the model said of this reasoning, an object.
    public init(id: String, segments: [Segment], signature: String? = nil, metadata: JSON? = nil) {
      json = ["id": .string(id), "role": "reasoning", "contents": .array(segments.map(\.json))]
      if let signature { json.set("signature", to: .string(signature)) }
      if let metadata { json.set("metadata", to: metadata) }
    }

    /// What the model's server asks to be sent back with this reasoning, unchanged.
    public var signature: String? { json["signature"]?.string }
  }
}
