public import FoundationEssentials
import Transcripts

extension Bool: Generable {
  public typealias PartiallyGenerated = Bool
  public static var generationSchema: GenerationSchema { GenerationSchema(name: nil, root: SchemaNode(.boolean)) }
  public init(_ content: GeneratedContent) throws {
    guard let value = content.json.bool else { throw content.isNot("a Boolean") }
    self = value
  }
  public var generatedContent: GeneratedContent { GeneratedContent(.bool(self)) }
}

extension Int: Generable {
  public typealias PartiallyGenerated = Int
  public static var generationSchema: GenerationSchema { GenerationSchema(name: nil, root: .integer) }
  /// `12.0` and `1.2e1` are integers too.
  public init(_ content: GeneratedContent) throws {
    guard content.isComplete, let value = content.json.int else { throw content.isNot("an integer") }
    self = value
  }
  public var generatedContent: GeneratedContent { GeneratedContent(JSON(self)) }
}

extension Double: Generable {
  public typealias PartiallyGenerated = Double
  public static var generationSchema: GenerationSchema { GenerationSchema(name: nil, root: .number) }
  public init(_ content: GeneratedContent) throws {
    guard content.isComplete, let value = content.json.double else { throw content.isNot("a number") }
    self = value
  }
  public var generatedContent: GeneratedContent { GeneratedContent(.number(of: self)) }
}

extension Float: Generable {
  public typealias PartiallyGenerated = Float
  public static var generationSchema: GenerationSchema { GenerationSchema(name: nil, root: .number) }
  public init(_ content: GeneratedContent) throws {
    guard content.isComplete, case .number(let digits) = content.json, let value = Float(digits), value.isFinite else {
      throw content.isNot("a number")
    }
    self = value
  }
  /// The shortest digits that read back as the value, not those of the nearest double.
  public var generatedContent: GeneratedContent { GeneratedContent(isFinite ? .number(description) : .null) }
}

extension Decimal: Generable {
  public typealias PartiallyGenerated = Decimal
  public static var generationSchema: GenerationSchema { GenerationSchema(name: nil, root: .number) }
  /// Keeps up to 38 digits.
  public init(_ content: GeneratedContent) throws {
    guard content.isComplete, case .number(let digits) = content.json, let value = NumberOrder.decimal(digits) else {
      throw content.isNot("a number")
    }
    self = value
  }
  public var generatedContent: GeneratedContent { GeneratedContent(isNaN ? .null : .number(description)) }
}

extension String: Generable {
  public typealias PartiallyGenerated = String
  public static var generationSchema: GenerationSchema { GenerationSchema(name: nil, root: .string) }
  public init(_ content: GeneratedContent) throws {
    guard let value = content.json.string else { throw content.isNot("a string") }
    self = value
  }
  public var generatedContent: GeneratedContent { GeneratedContent(.string(self)) }
}

extension GeneratedContent: Generable {
  public typealias PartiallyGenerated = GeneratedContent
  /// Any JSON.
  public static var generationSchema: GenerationSchema { GenerationSchema(name: nil, root: SchemaNode(.any)) }
  public init(_ content: GeneratedContent) { self = content }
  public var generatedContent: GeneratedContent { self }
}

extension GeneratedContent {
  /// The error that it is something else. Of an unfinished number no more is said than that.
  func isNot(_ expected: String) -> GeneratedContentError {
    GeneratedContentError(found: isComplete ? json.kindAndSize : "an unfinished value", expected: expected)
  }
}
