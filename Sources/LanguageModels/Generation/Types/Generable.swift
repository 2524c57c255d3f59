import Transcripts

/// A type whose values a model can write.
///
/// Its schema is derived from its synthesized `init(from:)`, so that a structure of generable properties needs no
/// more than its conformance:
///
/// ```swift
/// struct Step: Generable {
///   var text: String
///   var minutes: Int?
/// }
/// ```
///
/// Properties come in the order of their declaration. They may be strings, Booleans, numbers, dates, URLs, UUIDs,
/// arrays, sets, dictionaries with string keys, optionals, enumerations that are `CaseIterable`, and other types of
/// this kind, also the type itself inside an array or an optional. An enumeration with associated values, or a
/// type whose `init(from:)` depends on what it reads, writes its ``generationSchema`` by hand.
///
/// The conformance stands in the file of the type, since the compiler synthesizes `Codable` only there.
public protocol Generable: Codable, ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
  /// What there is of a value while it is being written.
  associatedtype PartiallyGenerated: ConvertibleFromGeneratedContent = Partial<Self>

  /// What the model is to write. Derived, where not written by hand.
  static var generationSchema: GenerationSchema { get }

  /// Guides on the properties. None by default.
  static var guides: [Guide] { get }

  /// Words for the model about the type. None by default.
  static var generationDescription: String? { get }
}

extension Generable {
  public static var generationSchema: GenerationSchema { .derived(from: Self.self) }

  public static var guides: [Guide] { [] }

  public static var generationDescription: String? { nil }

  /// Decodes the content. Guides are not checked: see ``init(checking:)``.
  public init(_ content: GeneratedContent) throws {
    self = try ContentDecoder.decodeByInitializer(Self.self, from: content, path: ContentPath())
  }

  /// The value as its `encode(to:)` writes it; null where that throws. Numbers that are not finite are null.
  public var generatedContent: GeneratedContent {
    GeneratedContent((try? ContentEncoder.json(of: self)) ?? .null)
  }

  /// Decodes complete content and checks the schema with its guides again, since not every server keeps to them.
  ///
  /// - Throws: ``GenerationSchema/SchemaError`` for a broken schema, ``GuideViolations`` with everything that does not
  ///   fit, or ``GeneratedContentError``.
  public init(checking content: GeneratedContent) throws {
    try Self.generationSchema.check(content)
    try self.init(content)
  }

  /// The value as one that is being written and has come to its end.
  ///
  /// - Throws: what the initializer of ``PartiallyGenerated`` throws.
  public func asPartiallyGenerated() throws -> Self.PartiallyGenerated {
    try Self.PartiallyGenerated(generatedContent)
  }
}

extension Generable where Self: CaseIterable {
  /// A case is known only when its name is.
  public typealias PartiallyGenerated = Self
}
