import Tokenization
import Transcripts

/// A request for a chat completion, as far as this server reads it.
struct ChatRequest: Equatable {
  struct Message: Equatable {
    var role: String
    var content: String
  }

  var messages: [Message]
  /// The smaller of `max_tokens` and `max_completion_tokens`.
  var maxTokens: Int?
  var isStreamed: Bool
  /// `stream_options.include_usage`.
  var includesUsage: Bool
  var tools: [OfferedTool]
  /// Whether a tool must be called, whatever is said.
  var requiresTool: Bool
  /// The schema of `response_format`, where there is one.
  var schema: JSON?

  init(_ body: [UInt8]) throws(APIError) {
    let json: JSON
    do throws(JSON.ParseError) {
      json = try JSON(parsing: body)
    } catch {
      throw .invalid("the body is no JSON, \(error)")
    }
    guard json.object != nil else { throw .invalid("the body is no object") }
    guard let list = json["messages"]?.array, !list.isEmpty else {
      throw .invalid("'messages' is required and may not be empty", param: "messages")
    }
    messages = []
    for (index, message) in list.enumerated() { messages.append(try Message(message, index: index)) }
    if let model = json["model"], model.string == nil { throw .invalid("'model' must be a string", param: "model") }
    if let count = json["n"], !count.isNull, count.int != 1 { throw .invalid("'n' must be 1", param: "n") }
    schema = try Self.schema(in: json)
    (tools, requiresTool) = try OfferedTool.tools(in: json)
    let limits = [try Self.limit("max_tokens", in: json), try Self.limit("max_completion_tokens", in: json)]
    maxTokens = limits.compactMap { $0 }.min()
    isStreamed = json["stream"]?.bool ?? false
    includesUsage = json["stream_options"]?["include_usage"]?.bool ?? false
    if !isStreamed, let options = json["stream_options"], !options.isNull {
      throw .invalid("'stream_options' is only allowed when 'stream' is enabled", param: "stream_options")
    }
  }

  private static func schema(in json: JSON) throws(APIError) -> JSON? {
    guard let format = json["response_format"], let type = format["type"]?.string, type != "text" else { return nil }
    guard type == "json_schema", let schema = format["json_schema"]?["schema"], schema.object != nil else {
      throw .unsupportedFormat(type)
    }
    return schema
  }

  private static func limit(_ name: String, in json: JSON) throws(APIError) -> Int? {
    guard let value = json[name], !value.isNull else { return nil }
    guard let limit = value.int, limit >= 1 else { throw .invalid("'\(name)' must be at least 1", param: name) }
    return limit
  }

  /// What the messages cost, with the reply that is primed.
  func promptTokens(_ tokenizer: some Tokenizer) -> Int {
    messages.reduce(ChatCost.primedReply) { $0 + tokenizer.count($1.content) + ChatCost.message }
  }
}

extension ChatRequest.Message {
  fileprivate init(_ json: JSON, index: Int) throws(APIError) {
    guard let role = json["role"]?.string else {
      throw .invalid("'messages[\(index)].role' is required", param: "messages")
    }
    self.role = role
    switch json["content"] {
    case .string(let text): content = text
    case .array(let parts):
      var texts: [String] = []
      for part in parts {
        guard let text = part["text"]?.string else {
          throw .invalid("'messages[\(index)].content' holds a part that is not text", param: "messages")
        }
        texts.append(text)
      }
      content = texts.joined(separator: "\n")
    case nil, .null:
      guard role == "assistant" else {
        throw .invalid("'messages[\(index)].content' is required", param: "messages")
      }
      content = ""
    default: throw .invalid("'messages[\(index)].content' must be a string or an array", param: "messages")
    }
  }
}
