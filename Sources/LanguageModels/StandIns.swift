public import Transcripts

// Types of other folders until these are merged. Cut from here what is.

// Generation/
public protocol Generable: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
  associatedtype PartiallyGenerated: ConvertibleFromGeneratedContent = Self
  static var generationSchema: GenerationSchema { get }
}

extension String: Generable {
  public static var generationSchema: GenerationSchema { GenerationSchema(name: nil, json: ["type": "string"]) }
  public init(_ content: GeneratedContent) throws { self = content.json.string ?? content.json.text }
  public var generatedContent: GeneratedContent { GeneratedContent(.string(self)) }
}

public protocol ConvertibleFromGeneratedContent: SendableMetatype {
  init(_ content: GeneratedContent) throws
}

public protocol ConvertibleToGeneratedContent: PromptRepresentable, InstructionsRepresentable {
  var generatedContent: GeneratedContent { get }
}

public struct GeneratedContent: Sendable, Hashable, Generable {
  public static var generationSchema: GenerationSchema { GenerationSchema(name: nil, json: [:]) }
  public var json: JSON
  public var isComplete: Bool { true }
  public init(_ json: JSON) { self.json = json }
  public init(json: String) throws { self.json = try JSON(parsing: json) }
  public init(_ content: GeneratedContent) throws { self = content }
  public var generatedContent: GeneratedContent { self }
}

public struct GenerationSchema: Sendable, Hashable {
  public var name: String?
  public var json: JSON
  public init(name: String?, json: JSON) {
    self.name = name
    self.json = json
  }
}
