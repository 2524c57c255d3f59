import Transcripts

/// An object. Of several members of a name the last counts.
struct KeyedContentDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let values: [String: GeneratedContent]
  private let names: [String]
  private let path: ContentPath

  init?(decoder: ContentDecoder) {
    guard case .structure(let properties, let keys) = decoder.content.kind else { return nil }
    values = properties
    names = keys
    path = decoder.path
  }

  var codingPath: [any CodingKey] { path.components.map { ContentKey($0) } }
  var allKeys: [Key] { names.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }

  func decodeNil(forKey key: Key) throws -> Bool { values[key.stringValue]?.json.isNull ?? true }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try ContentDecoder.decode(
      type, from: content(key, expectation(of: type), isOptional: type is any OptionalShape.Type), path: path(key))
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<Nested>
  { try decoder(key, "an object").container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key, "an array").unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    ContentDecoder(content: values["super"] ?? GeneratedContent(.null), path: path.appending(.property("super")))
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key, "a value") }

  private func decoder(_ key: Key, _ expected: String) throws -> ContentDecoder {
    ContentDecoder(content: try content(key, expected), path: path(key))
  }

  private func content(_ key: Key, _ expected: String, isOptional: Bool = false) throws -> GeneratedContent {
    if let content = values[key.stringValue] { return content }
    if isOptional { return GeneratedContent(.null) }
    throw GeneratedContentError(path: path(key), found: "nothing", expected: expected)
  }

  private func path(_ key: Key) -> ContentPath { path.appending(.property(key.stringValue)) }
}

/// An array.
struct UnkeyedContentDecoder: UnkeyedDecodingContainer {
  let elements: [GeneratedContent]
  let path: ContentPath
  private(set) var currentIndex = 0

  init(elements: [GeneratedContent], path: ContentPath) {
    self.elements = elements
    self.path = path
  }

  var codingPath: [any CodingKey] { path.components.map { ContentKey($0) } }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, elements[currentIndex].json.isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let decoder = try next(expectation(of: type))
    return try ContentDecoder.decode(type, from: decoder.content, path: decoder.path)
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
    try next("an object").container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next("an array").unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try next("a value") }

  private mutating func next(_ expected: String) throws -> ContentDecoder {
    let path = path.appending(.index(currentIndex))
    guard !isAtEnd else { throw GeneratedContentError(path: path, found: "nothing", expected: expected) }
    defer { currentIndex += 1 }
    return ContentDecoder(content: elements[currentIndex], path: path)
  }
}
