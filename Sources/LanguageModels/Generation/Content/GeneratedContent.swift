public import Transcripts

/// JSON that a model wrote, complete or as far as it has come.
///
/// Two contents are equal when their JSON is and both have come equally far; ``id`` does not count.
public struct GeneratedContent: Sendable {
  /// The value. What had not arrived yet is missing from it.
  public let json: JSON

  /// How many values on the way to the end of the text are still open, this one first; 0 when it is complete.
  ///
  /// A model writes from left to right, so what is unfinished is the last part of the last part and so on.
  let openLevels: Int

  /// Tells apart contents that are equal, for lists in user interfaces.
  public var id: GenerationID?

  /// Complete content.
  public init(_ json: JSON, id: GenerationID? = nil) {
    self.init(json, openLevels: 0, id: id)
  }

  init(_ json: JSON, openLevels: Int, id: GenerationID? = nil) {
    self.json = json
    self.openLevels = openLevels
    self.id = id
  }

  /// Reads a JSON text that may stop anywhere: see ``PartialJSONReader`` for what becomes of its end.
  ///
  /// - Throws: `JSON.ParseError` where the text is not the beginning of a JSON text, or holds no value yet.
  public init(json text: String) throws {
    var reader = PartialJSONReader()
    try reader.append(text)
    self = try reader.finish()
  }

  /// The content that a value stands for.
  public init(_ value: some ConvertibleToGeneratedContent, id: GenerationID? = nil) {
    let content = value.generatedContent
    self.init(content.json, openLevels: content.openLevels, id: id ?? content.id)
  }

  /// An object with its properties in the order given.
  public init(
    properties: KeyValuePairs<String, any ConvertibleToGeneratedContent>, id: GenerationID? = nil
  ) {
    self.init(.object(properties.map { JSON.Member($0.key, $0.value.generatedContent.json) }), id: id)
  }

  /// An object; where a name comes more than once, `combine` is given the values so far and the new one.
  public init(
    properties: some Sequence<(String, any ConvertibleToGeneratedContent)>, id: GenerationID? = nil,
    uniquingKeysWith combine: (GeneratedContent, GeneratedContent) throws -> some ConvertibleToGeneratedContent
  ) rethrows {
    var names: [String] = []
    var values: [String: GeneratedContent] = [:]
    for (name, value) in properties {
      if let earlier = values[name] {
        values[name] = try combine(earlier, value.generatedContent).generatedContent
      } else {
        names.append(name)
        values[name] = value.generatedContent
      }
    }
    self.init(.object(names.map { JSON.Member($0, values[$0]!.json) }), id: id)
  }

  /// An array.
  public init(elements: some Sequence<any ConvertibleToGeneratedContent>, id: GenerationID? = nil) {
    self.init(.array(elements.map(\.generatedContent.json)), id: id)
  }

  /// Whether nothing is missing at the end.
  public var isComplete: Bool { openLevels == 0 }

  /// The compact text of ``json``; a complete JSON text even where the content is not.
  public var jsonString: String { json.text }
}

extension GeneratedContent: Hashable {
  public static func == (one: GeneratedContent, other: GeneratedContent) -> Bool {
    one.openLevels == other.openLevels && one.json == other.json
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(openLevels)
    hasher.combine(json)
  }
}

extension GeneratedContent: CustomDebugStringConvertible {
  /// Kind and size: the text itself would end up in logs.
  public var debugDescription: String { json.kindAndSize + (isComplete ? "" : ", incomplete") }
}

/// An identity given to generated content.
public struct GenerationID: Sendable, Hashable {
  private let value: UInt64

  /// A new identity.
  public init() { value = .random(in: .min ... .max) }
}
