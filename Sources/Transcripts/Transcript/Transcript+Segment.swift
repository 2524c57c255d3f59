extension Transcript {
  /// A part of an entry's contents.
  public enum Segment: Sendable, Hashable {
    case text(TextSegment)
    case structure(StructuredSegment)
    case attachment(AttachmentSegment)

    public init(json: JSON) {
      self =
        switch json["type"]?.string {
        case "text" where json["text"]?.string != nil: .text(TextSegment(json: json))
        case "structure" where json["structure"]?["content"] != nil: .structure(StructuredSegment(json: json))
        default: .attachment(AttachmentSegment(json: json))
        }
    }

    public static func text(id: String, _ text: String) -> Segment {
      .text(TextSegment(json: ["type": "text", "id": .string(id), "text": .string(text)]))
    }

    public var json: JSON {
      switch self {
      case .text(let segment): segment.json
      case .structure(let segment): segment.json
      case .attachment(let segment): segment.json
      }
    }
  }

  public struct TextSegment: Sendable, Hashable {
    public internal(set) var json: JSON

    public var text: String { json["text"]?.string ?? "" }
  }

  /// JSON that a schema shaped.
  public struct StructuredSegment: Sendable, Hashable {
    public internal(set) var json: JSON

    /// The name of the schema.
    public var source: String? { json["structure"]?["source"]?.string }
    public var content: JSON { json["structure"]?["content"] ?? .null }
  }

  /// An image, other data, or a segment of a type that is not known.
  public struct AttachmentSegment: Sendable, Hashable {
    public internal(set) var json: JSON

    public var type: String? { json["type"]?.string }
  }

  /// What the model is told of a tool.
  public struct ToolDefinition: Sendable, Hashable {
    public var json: JSON

    init(json: JSON) { self.json = json }

    public var name: String? { json["function"]?["name"]?.string }
    public var description: String? { json["function"]?["description"]?.string }
    /// A JSON schema.
    public var parameters: JSON? { json["function"]?["parameters"] }
  }
}
