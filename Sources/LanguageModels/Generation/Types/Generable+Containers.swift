import Transcripts

extension Array: ConvertibleFromGeneratedContent where Element: ConvertibleFromGeneratedContent {
  /// An unfinished last element is left out where it makes no value yet.
  ///
  /// - Throws: ``GeneratedContentError`` with the index of the element that does not fit.
  public init(_ content: GeneratedContent) throws {
    guard let elements = content.elements else { throw content.isNot("an array") }
    self = []
    for (index, element) in elements.enumerated() {
      do {
        append(try ContentPath.prefixing(.index(index)) { try Element(element) })
      } catch  where !element.isComplete {
        return
      }
    }
  }
}

extension Array: ConvertibleToGeneratedContent where Element: ConvertibleToGeneratedContent {
  public var generatedContent: GeneratedContent { GeneratedContent(.array(map(\.generatedContent.json))) }
}

extension Array: Generable where Element: Generable {
  public typealias PartiallyGenerated = [Element.PartiallyGenerated]

  public static var generationSchema: GenerationSchema {
    .container(of: Element.generationSchema) { .array(of: $0, CountRules()) }
  }
}

extension Optional: ConvertibleFromGeneratedContent where Wrapped: ConvertibleFromGeneratedContent {
  /// Null is none.
  public init(_ content: GeneratedContent) throws {
    self = content.json.isNull ? nil : try Wrapped(content)
  }
}

extension Optional: ConvertibleToGeneratedContent where Wrapped: ConvertibleToGeneratedContent {
  public var generatedContent: GeneratedContent { self?.generatedContent ?? GeneratedContent(.null) }
}

extension Optional: Generable where Wrapped: Generable {
  public typealias PartiallyGenerated = Wrapped.PartiallyGenerated?

  public static var generationSchema: GenerationSchema {
    .container(of: Wrapped.generationSchema) { .nullable($0) }
  }
}

extension Dictionary: ConvertibleFromGeneratedContent where Key == String, Value: ConvertibleFromGeneratedContent {
  /// An object, or an array of `{"key":…,"value":…}` objects as ``GenerationSchema/Flavor/strict`` asks for. The last
  /// of several values of a key counts.
  public init(_ content: GeneratedContent) throws {
    self = [:]
    guard let pairs = content.pairs else { throw content.isNot("an object") }
    for (index, pair) in pairs.enumerated() {
      do {
        self[pair.key] = try ContentPath.prefixing(.member(index)) { try Value(pair.value) }
      } catch  where !pair.value.isComplete {
        return
      }
    }
  }
}

extension Dictionary: PromptRepresentable, InstructionsRepresentable
where Key == String, Value: ConvertibleToGeneratedContent {}

extension Dictionary: ConvertibleToGeneratedContent where Key == String, Value: ConvertibleToGeneratedContent {
  /// An object, sorted by its keys.
  public var generatedContent: GeneratedContent {
    let members = sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value.generatedContent.json) }
    return GeneratedContent(.object(members))
  }
}

extension Dictionary: Generable where Key == String, Value: Generable {
  public typealias PartiallyGenerated = [String: Value.PartiallyGenerated]

  public static var generationSchema: GenerationSchema {
    .container(of: Value.generationSchema) { .dictionary(of: $0) }
  }
}

extension GenerationSchema {
  static func container(of part: GenerationSchema, _ shape: (SchemaNode) -> SchemaNode.Shape) -> GenerationSchema {
    GenerationSchema(
      name: nil, root: SchemaNode(shape(part.root)), definitions: part.definitions, problem: part.problem)
  }
}

extension GeneratedContent {
  /// The members of a dictionary in either way of writing it.
  var pairs: [(key: String, value: GeneratedContent)]? {
    if case .object(let members) = json {
      return members.enumerated().map { ($1.key, child($1.value, isLast: $0 == members.count - 1)) }
    }
    var pairs: [(key: String, value: GeneratedContent)] = []
    for element in elements ?? [] {
      guard let key = element[property: "key"], let name = key.json.string, let value = element[property: "value"]
      else {
        if element.isComplete { return nil }
        continue
      }
      pairs.append((name, value))
    }
    return elements == nil ? nil : pairs
  }
}
