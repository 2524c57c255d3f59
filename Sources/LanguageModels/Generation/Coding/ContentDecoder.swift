import FoundationEssentials
import Transcripts

/// Decodes from JSON as it is: no number is rounded on the way.
struct ContentDecoder: Decoder {
  let content: GeneratedContent
  let path: ContentPath

  /// A value of any type; generable types read themselves.
  static func decode<Value: Decodable>(
    _ type: Value.Type, from content: GeneratedContent, path: ContentPath
  ) throws -> Value {
    if let type = type as? any Generable.Type {
      let value: any Generable = try ContentPath.prefixing(path) { try type.init(content) }
      return value as! Value
    }
    return try decodeByInitializer(type, from: content, path: path)
  }

  /// A value as the type's own `init(from:)` reads it.
  static func decodeByInitializer<Value: Decodable>(
    _ type: Value.Type, from content: GeneratedContent, path: ContentPath
  ) throws -> Value {
    if let value = content.json as? Value { return value }
    if let value = try number(type, content, path) as? Value { return value }
    if let value = try dictionary(type, content, path) as? Value { return value }
    if type is any CaseIterable.Type, let cases = EnumerationCases(type) {
      return try enumeration(type, cases, content, path)
    }
    do {
      return try Value(from: ContentDecoder(content: content, path: path))
    } catch is DecodingError {
      // Its text may quote the content.
      throw GeneratedContentError(path: path, found: content.json, expected: expectation(of: type))
    }
  }

  private static func enumeration<Value>(
    _ type: Value.Type, _ cases: EnumerationCases, _ content: GeneratedContent, _ path: ContentPath
  ) throws -> Value {
    if content.isComplete, let index = cases.names.firstIndex(of: content.json),
      let value = cases.values[index] as? Value
    {
      return value
    }
    throw GeneratedContentError(path: path, found: content.json, expected: expectation(of: type))
  }

  private static func number(_ type: Any.Type, _ content: GeneratedContent, _ path: ContentPath) throws -> Any? {
    guard let type = type as? any FixedWidthInteger.Type else { return nil }
    func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
      guard content.isComplete, case .number(let digits) = content.json,
        let value = Value(digits) ?? content.json.int.flatMap({ Value(exactly: $0) })
      else { throw GeneratedContentError(path: path, found: content.json, expected: "an integer that fits \(type)") }
      return value
    }
    return try integer(type)
  }

  private static func dictionary(_ type: Any.Type, _ content: GeneratedContent, _ path: ContentPath) throws -> Any? {
    guard let type = type as? any StringKeyedShape.Type, let valueType = type.valueType as? any Decodable.Type else {
      return nil
    }
    guard let pairs = content.pairs else {
      throw GeneratedContentError(path: path, found: content.json, expected: "an object")
    }
    func value(_ type: any Decodable.Type, _ index: Int, _ content: GeneratedContent) throws -> Any {
      try decode(type, from: content, path: path.appending(.member(index)))
    }
    return type.make(
      try pairs.enumerated().map { ($1.key, try value(valueType, $0, $1.value)) })
  }

  // MARK: Decoder

  var codingPath: [any CodingKey] { path.components.map { ContentKey($0) } }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard let container = KeyedContentDecoder<Key>(decoder: self) else { throw isNot("an object") }
    return KeyedDecodingContainer(container)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let elements = content.elements else { throw isNot("an array") }
    return UnkeyedContentDecoder(elements: elements, path: path)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  func isNot(_ expected: String) -> GeneratedContentError {
    GeneratedContentError(path: path, found: content.json, expected: expected)
  }
}

extension ContentDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { content.json.isNull }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try ContentDecoder.decode(type, from: content, path: path)
  }
}

/// A step of a path as a coding key.
struct ContentKey: CodingKey {
  var stringValue: String
  var intValue: Int?

  init(_ component: ContentPath.Component) {
    switch component {
    case .property(let name): stringValue = name
    case .index(let index), .member(let index):
      stringValue = String(index)
      intValue = index
    }
  }

  init(stringValue: String) { self.stringValue = stringValue }
  init(intValue: Int) { self.init(.index(intValue)) }
}

/// What a type is read from, in words.
func expectation(of type: Any.Type) -> String {
  if let cases = EnumerationCases(type) {
    let names = cases.names.prefix(8).map(\.text).joined(separator: ", ")
    return "one of \(names)" + (cases.names.count > 8 ? " and \(cases.names.count - 8) more" : "")
  }
  if let type = type as? any OptionalShape.Type { return expectation(of: type.wrappedType) + " or null" }
  if type is any ListShape.Type { return "an array" }
  if type is any StringKeyedShape.Type { return "an object" }
  if type == String.self { return "a string" }
  if type == Bool.self { return "a Boolean" }
  if type is any FixedWidthInteger.Type { return "an integer" }
  if type == Double.self || type == Float.self || type == Decimal.self { return "a number" }
  return "a value of \(type)"
}
