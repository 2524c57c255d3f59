extension Transcript {
  /// A part of an entry's contents.
  public enum Segment: Sendable, Hashable {
    /// Text.
    case text(TextSegment)
    /// JSON that a schema shaped.
    case structure(StructuredSegment)
    /// An image, other data, or a segment of a type that is not known.
    case attachment(AttachmentSegment)

    /// The segment that the JSON is by its `type`; anything that is not known is an attachment.
    public init(json: JSON) {
      self =
        switch json["type"]?.string {
        case "text" where json["text"]?.string != nil: .text(TextSegment(json: json))
        case "structure" where json["structure"]?["content"] != nil: .structure(StructuredSegment(json: json))
        default: .attachment(AttachmentSegment(json: json))
        }
    }

    /// A text with an id.
    public static func text(id: String, _ text: String) -> Segment {
      .text(TextSegment(json: ["type": "text", "id": .string(id), "text": .string(text)]))
    }

    /// The segment as it is written.
    public var json: JSON {
      switch self {
      case .text(let segment): segment.json
      case .structure(let segment): segment.json
      case .attachment(let segment): segment.json
      }
    }

    /// Tells the segment from the others of its entry, or `nil` where the JSON has none.
    public var id: String? { json["id"]?.string }

    /// The segment itself where it has an id, else the same with this one.
    public func identified(by id: String) -> Segment {
      guard self.id == nil else { return self }
      var json = json
      json.set("id", to: .string(id))
      return Segment(json: json)
    }
  }

  /// Text.
  public struct TextSegment: Sendable, Hashable {
    /// The segment as it is written.
    public internal(set) var json: JSON

    init(json: JSON) { self.json = json }

    /// - Parameters:
    ///   - id: Left out where it is `nil`; a session gives one when it takes the segment in.
    ///   - content: The text.
    public init(id: String? = nil, content: String) {
      json = identified(["type": "text"], by: id)
      json.set("text", to: .string(content))
    }

    /// Tells the segment from the others of its entry, or `nil` where the JSON has none.
    public var id: String? { json["id"]?.string }
    /// The text.
    public var text: String { json["text"]?.string ?? "" }
    /// The same as ``text``, under Apple's name.
    public var content: String { text }
  }

  /// JSON that a schema shaped.
  public struct StructuredSegment: Sendable, Hashable {
    /// The segment as it is written.
    public internal(set) var json: JSON

    init(json: JSON) { self.json = json }

    /// - Parameters:
    ///   - id: Left out where it is `nil`; a session gives one when it takes the segment in.
    ///   - source: The name of the schema.
    ///   - content: The value that follows it.
    public init(id: String? = nil, source: String, content: JSON) {
      json = identified(["type": "structure"], by: id)
      json.set("structure", to: ["source": .string(source), "content": content])
    }

    /// Tells the segment from the others of its entry, or `nil` where the JSON has none.
    public var id: String? { json["id"]?.string }
    /// The name of the schema.
    public var source: String? { json["structure"]?["source"]?.string }
    /// The value that follows the schema; null where there is none.
    public var content: JSON { json["structure"]?["content"] ?? .null }
  }

  /// An image, other data, or a segment of a type that is not known.
  public struct AttachmentSegment: Sendable, Hashable {
    /// The segment as it is written.
    public internal(set) var json: JSON

    init(json: JSON) { self.json = json }

    /// - Parameters:
    ///   - id: Left out where it is `nil`; a session gives one when it takes the segment in.
    ///   - type: The kind of attachment, such as `image`.
    ///   - content: What the attachment is, an object whose keys stand beside `type` and `id`.
    public init(id: String? = nil, type: String, content: JSON = [:]) {
      json = identified(["type": .string(type)], by: id)
      for member in content.object ?? [] where member.key != "type" && member.key != "id" {
        json.set(member.key, to: member.value)
      }
    }

    /// Tells the segment from the others of its entry, or `nil` where the JSON has none.
    public var id: String? { json["id"]?.string }
    /// The kind of attachment, such as `image`.
    public var type: String? { json["type"]?.string }
  }

  /// What the model is told of a tool.
  public struct ToolDefinition: Sendable, Hashable {
    /// The definition as it is written.
    public var json: JSON

    init(json: JSON) { self.json = json }

    /// - Parameters:
    ///   - name: What the model calls the tool.
    ///   - description: What it is told of it.
    ///   - parameters: A JSON schema of the arguments.
    public init(name: String, description: String, parameters: JSON) {
      json = [
        "type": "function",
        "function": ["name": .string(name), "description": .string(description), "parameters": parameters],
      ]
    }

    /// What the model calls the tool.
    public var name: String? { json["function"]?["name"]?.string }
    /// What the model is told of it.
    public var description: String? { json["function"]?["description"]?.string }
    /// A JSON schema.
    public var parameters: JSON? { json["function"]?["parameters"] }
  }
}

extension Transcript {
  /// The schema that an answer is to follow.
  public struct ResponseFormat: Sendable, Hashable {
    /// The format as it is written.
    public var json: JSON

    init(json: JSON) { self.json = json }

    /// - Parameters:
    ///   - name: The name of the schema.
    ///   - schema: A JSON schema.
    public init(name: String, schema: JSON) {
      json = ["type": "jsonSchema", "jsonSchema": ["name": .string(name), "schema": schema]]
    }

    /// The name of the schema.
    public var name: String? { json["jsonSchema"]?["name"]?.string }
    /// A JSON schema, or `nil` for a format that is not known here.
    public var schema: JSON? { json["jsonSchema"]?["schema"] }
  }
}

private func identified(_ json: JSON, by id: String?) -> JSON {
  guard let id else { return json }
  var json = json
  json.set("id", to: .string(id))
  return json
}
