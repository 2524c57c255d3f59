import Transcripts

/// A reply as a value, before it takes the form of JSON or of a stream.
struct Completion: Equatable {
  var text: String
  var reasoning: String?
  var toolCalls: [ToolCall] = []
  var finishReason: String
  var promptTokens: Int
  var completionTokens: Int

  struct ToolCall: Equatable {
    var id: String
    var name: String
    var arguments: String
  }

  var usage: JSON {
    [
      "prompt_tokens": JSON(promptTokens), "completion_tokens": JSON(completionTokens),
      "total_tokens": JSON(promptTokens + completionTokens),
    ]
  }
}

/// What every part of one reply repeats.
struct CompletionIdentity {
  /// The name by which audits and metrics tell this server from a model.
  static let model = "extractive"

  var number: Int
  /// Seconds since 1970.
  var created: Int

  func object(_ kind: String, _ members: [JSON.Member]) -> JSON {
    let head: [JSON.Member] = [
      JSON.Member("id", .string("chatcmpl-offline-\(number)")), JSON.Member("object", .string(kind)),
      JSON.Member("created", JSON(created)), JSON.Member("model", .string(Self.model)),
    ]
    return .object(head + members)
  }
}

extension Completion {
  /// The reply as one JSON object.
  func body(_ identity: CompletionIdentity) -> JSON {
    var message: JSON = ["role": "assistant", "content": toolCalls.isEmpty && reasoning == nil ? .string(text) : .null]
    if let reasoning { message.set("reasoning_content", to: .string(reasoning)) }
    if !toolCalls.isEmpty { message.set("tool_calls", to: .array(toolCalls.map { $0.json(index: nil) })) }
    let choice: JSON = ["index": 0, "message": message, "finish_reason": .string(finishReason)]
    return identity.object(
      "chat.completion", [JSON.Member("choices", [choice]), JSON.Member("usage", usage)])
  }

  /// The reply as the data of events: the role, the pieces, the finish reason, and the usage where it is asked for.
  func events(_ identity: CompletionIdentity, pieceBytes: Int, includesUsage: Bool) -> [JSON] {
    func chunk(_ delta: JSON, finish: JSON = .null) -> JSON {
      let choice: JSON = ["index": 0, "delta": delta, "finish_reason": finish]
      return identity.object("chat.completion.chunk", [JSON.Member("choices", [choice])])
    }
    var events = [chunk(["role": "assistant", "content": ""])]
    if let reasoning {
      events += Pieces.of(reasoning, bytes: pieceBytes).map { chunk(["reasoning_content": .string($0)]) }
    }
    for (index, call) in toolCalls.enumerated() {
      // As real servers do: the id and the name once, then the arguments.
      var begun = call
      begun.arguments = ""
      events.append(chunk(["tool_calls": [begun.json(index: index)]]))
      events += Pieces.of(call.arguments, bytes: pieceBytes).map {
        chunk(["tool_calls": [["index": JSON(index), "function": ["arguments": .string($0)]]]])
      }
    }
    events += Pieces.of(text, bytes: pieceBytes).map { chunk(["content": .string($0)]) }
    events.append(chunk([:], finish: .string(finishReason)))
    if includesUsage {
      events.append(
        identity.object("chat.completion.chunk", [JSON.Member("choices", []), JSON.Member("usage", usage)]))
    }
    return events
  }
}

extension Completion.ToolCall {
  func json(index: Int?) -> JSON {
    var call: JSON = [
      "id": .string(id), "type": "function", "function": ["name": .string(name), "arguments": .string(arguments)],
    ]
    if let index { call.set("index", to: JSON(index)) }
    return call
  }
}
