import FoundationEssentials
import Transcripts

/// Encodes to JSON. Members come in the order in which they are encoded.
struct ContentEncoder: Encoder {
  /// The JSON being built; a class, since containers outlive the calls that make them.
  final class Target {
    enum Value {
      case none
      case json(JSON)
      case object([(key: String, target: Target)])
      case array([Target])
    }

    var value = Value.none

    var json: JSON {
      switch value {
      case .none: .object([])
      case .json(let json): json
      case .object(let members): .object(members.map { JSON.Member($0.key, $0.target.json) })
      case .array(let elements): .array(elements.map(\.json))
      }
    }

    func member(_ key: String) -> Target {
      let target = Target()
      guard case .object(var members) = value else { return target }
      value = .none  // so that the array is changed in place
      if let index = members.firstIndex(where: { $0.key == key }) {
        members[index].target = target
      } else {
        members.append((key, target))
      }
      value = .object(members)
      return target
    }

    /// So that equal dictionaries have equal texts.
    func sortMembers() {
      if case .object(let members) = value { value = .object(members.sorted { $0.key < $1.key }) }
    }

    func element() -> Target {
      let target = Target()
      guard case .array(var elements) = value else { return target }
      value = .none
      elements.append(target)
      value = .array(elements)
      return target
    }
  }

  let target: Target

  /// The JSON of a value; generable types write themselves.
  static func json(of value: any Encodable) throws -> JSON {
    let target = Target()
    try ContentEncoder(target: target).write(value, isRoot: true)
    return target.json
  }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    // Asked again, it is the same object: a class and its superclass may write into one.
    if case .object = target.value {} else { target.value = .object([]) }
    return KeyedEncodingContainer(KeyedContentEncoder<Key>(target: target))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .array = target.value {} else { target.value = .array([]) }
    return UnkeyedContentEncoder(target: target)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  /// - Parameter isRoot: Whether the value is the one being asked for its JSON, whose `encode(to:)` has to answer.
  fileprivate func write(_ value: any Encodable, isRoot: Bool = false) throws {
    if let json = ContentEncoder.scalar(value) {
      target.value = .json(json)
    } else if let value = value as? any OptionalShape {
      guard let wrapped = value.wrappedValue as? any Encodable else { return target.value = .json(.null) }
      try write(wrapped)
    } else if !isRoot, let value = value as? any Generable {
      target.value = .json(value.generatedContent.json)
    } else {
      try value.encode(to: self)
      if value is any StringKeyedShape { target.sortMembers() }
      // Synthesized coding writes a case without a raw value as `{"name":{}}`.
      if value is any CaseIterable, let member = target.json.object?.first, member.value == .object([]) {
        target.value = .json(.string(member.key))
      }
    }
  }

  private static func scalar(_ value: any Encodable) -> JSON? {
    switch value {
    case let value as String: .string(value)
    case let value as Bool: .bool(value)
    case let value as any FixedWidthInteger: .number("\(value)")
    case let value as Double: .number(of: value)
    case let value as Float: value.generatedContent.json
    case let value as Decimal: value.generatedContent.json
    case let value as Date: value.generatedContent.json
    case let value as URL: value.generatedContent.json
    case let value as UUID: value.generatedContent.json
    case let value as GeneratedContent: value.json
    case let value as JSON: value
    default: nil
    }
  }
}

extension ContentEncoder: SingleValueEncodingContainer {
  mutating func encodeNil() throws { target.value = .json(.null) }
  mutating func encode<Value: Encodable>(_ value: Value) throws { try write(value) }
}

private struct KeyedContentEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let target: ContentEncoder.Target
  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil(forKey key: Key) throws { target.member(key.stringValue).value = .json(.null) }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try encoder(key.stringValue).write(value)
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
    -> KeyedEncodingContainer<Nested>
  { encoder(key.stringValue).container(keyedBy: type) }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(key.stringValue).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { encoder("super") }
  mutating func superEncoder(forKey key: Key) -> any Encoder { encoder(key.stringValue) }

  private func encoder(_ name: String) -> ContentEncoder { ContentEncoder(target: target.member(name)) }
}

private struct UnkeyedContentEncoder: UnkeyedEncodingContainer {
  let target: ContentEncoder.Target
  var codingPath: [any CodingKey] { [] }
  var count: Int { if case .array(let elements) = target.value { elements.count } else { 0 } }

  mutating func encodeNil() throws { target.element().value = .json(.null) }

  mutating func encode<Value: Encodable>(_ value: Value) throws { try encoder().write(value) }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    encoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }
  mutating func superEncoder() -> any Encoder { encoder() }

  private func encoder() -> ContentEncoder { ContentEncoder(target: target.element()) }
}
