/// What an initializer asked its decoder for.
final class ProbedReads {
  /// One read value: of a type, or of a nested container.
  enum Read {
    case value(any Decodable.Type)
    case nested(ProbedReads)
  }

  var properties: [(name: String, read: Read, isOptional: Bool)] = []
  var elements: [Read] = []
  var single: (any Decodable.Type)?
  var isKeyed = false
  var isUnkeyed = false
  /// Whether it listed the keys, which only a real value has.
  var listsKeys = false

  func add(_ name: String, _ read: Read, isOptional: Bool) {
    if let index = properties.firstIndex(where: { $0.name == name }) {
      properties[index].read = read
      if isOptional { properties[index].isOptional = true }
    } else {
      properties.append((name, read, isOptional))
    }
  }
}

/// Decodes from nothing: it answers each question with a placeholder and remembers the questions.
struct ProbingDecoder: Decoder {
  var variant: Placeholder.Variant
  /// Strings to answer with, for the root.
  var choices: [String] = []
  /// Strings to answer with, for properties by name.
  var propertyChoices: [String: [String]] = [:]
  /// The property that is answered in the other variant.
  var exception: String?
  var depth = 0
  var reads = ProbedReads()

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    reads.isKeyed = true
    return KeyedDecodingContainer(ProbingKeyedContainer<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    reads.isUnkeyed = true
    return ProbingUnkeyedContainer(decoder: self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { ProbingSingleContainer(decoder: self) }

  func nested(_ reads: ProbedReads) -> ProbingDecoder {
    ProbingDecoder(variant: variant, depth: depth + 1, reads: reads)
  }
}

private struct ProbingKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ProbingDecoder
  var codingPath: [any CodingKey] { [] }

  var allKeys: [Key] {
    decoder.reads.listsKeys = true
    return []
  }

  func contains(_ key: Key) -> Bool { true }

  func decodeNil(forKey key: Key) throws -> Bool {
    // Whoever asks takes null for an answer; the type comes with the next question.
    decoder.reads.add(key.stringValue, .value(GeneratedContent.self), isOptional: true)
    return false
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    decoder.reads.add(key.stringValue, .value(type), isOptional: false)
    return try Placeholder.make(type, variant(key), choices: choices(key), depth: decoder.depth)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    decoder.reads.add(key.stringValue, .value(type), isOptional: true)
    // Low inside, so that a type that contains itself comes to an end.
    return variant(key) == .low ? nil : try Placeholder.make(type, .low, choices: choices(key), depth: decoder.depth)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<Nested>
  { try nested(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try nested(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { nested("super") }
  func superDecoder(forKey key: Key) throws -> any Decoder { nested(key) }

  private func nested(_ key: any CodingKey) -> ProbingDecoder { nested(key.stringValue) }

  private func nested(_ name: String) -> ProbingDecoder {
    let reads = ProbedReads()
    decoder.reads.add(name, .nested(reads), isOptional: false)
    return decoder.nested(reads)
  }

  private func variant(_ key: Key) -> Placeholder.Variant {
    guard decoder.exception == key.stringValue else { return decoder.variant }
    return decoder.variant == .low ? .high : .low
  }

  private func choices(_ key: Key) -> [String] { decoder.propertyChoices[key.stringValue] ?? [] }
}

private struct ProbingUnkeyedContainer: UnkeyedDecodingContainer {
  let decoder: ProbingDecoder
  var codingPath: [any CodingKey] { [] }
  var count: Int? { nil }
  var currentIndex: Int { decoder.reads.elements.count }
  /// One element tells what all are like.
  var isAtEnd: Bool { currentIndex > 0 }

  mutating func decodeNil() throws -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    decoder.reads.elements.append(.value(type))
    return try Placeholder.make(type, decoder.variant, depth: decoder.depth)
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
    try nested().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try nested().unkeyedContainer() }

  mutating func superDecoder() throws -> any Decoder { nested() }

  private func nested() -> ProbingDecoder {
    let reads = ProbedReads()
    decoder.reads.elements.append(.nested(reads))
    return decoder.nested(reads)
  }
}

private struct ProbingSingleContainer: SingleValueDecodingContainer {
  let decoder: ProbingDecoder
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    decoder.reads.single = type
    return try Placeholder.make(type, decoder.variant, choices: decoder.choices, depth: decoder.depth)
  }
}
