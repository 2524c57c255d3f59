import Transcripts

extension GeneratedContent {
  /// What kind of value it is, with the value.
  public enum Kind: Sendable, Hashable {
    /// Null.
    case null
    /// A Boolean.
    case bool(Bool)
    /// The nearest double; ``GeneratedContent/json`` keeps the digits.
    case number(Double)
    /// A string, without its escapes.
    case string(String)
    /// The elements of an array, in their order.
    case array([GeneratedContent])
    /// An object. A name that came more than once has the last value, at its first place.
    case structure(properties: [String: GeneratedContent], orderedKeys: [String])
  }

  /// Content of a kind. A number that is not finite becomes null.
  public init(kind: Kind, id: GenerationID? = nil) {
    let json: JSON =
      switch kind {
      case .null: .null
      case .bool(let value): .bool(value)
      case .number(let value): .number(of: value)
      case .string(let value): .string(value)
      case .array(let elements): .array(elements.map(\.json))
      case .structure(let properties, let keys):
        .object(keys.compactMap { key in properties[key].map { JSON.Member(key, $0.json) } })
      }
    self.init(json, id: id)
  }

  /// The kind and its value. A number too large for a double is infinite.
  public var kind: Kind {
    switch json {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .number(let digits): return .number(Double(digits) ?? .infinity)
    case .string(let value): return .string(value)
    case .array: return .array(elements ?? [])
    case .object(let members):
      var properties: [String: GeneratedContent] = [:]
      var keys: [String] = []
      for (index, member) in members.enumerated() {
        let value = child(member.value, isLast: index == members.count - 1)
        if properties.updateValue(value, forKey: member.key) == nil { keys.append(member.key) }
      }
      return .structure(properties: properties, orderedKeys: keys)
    }
  }

  /// The elements of an array, or `nil` for any other kind.
  public var elements: [GeneratedContent]? {
    guard case .array(let elements) = json else { return nil }
    return elements.enumerated().map { child($1, isLast: $0 == elements.count - 1) }
  }

  /// The value of a property, the last one of that name, or `nil` where there is none.
  public subscript(property name: String) -> GeneratedContent? {
    guard case .object(let members) = json, let index = members.lastIndex(where: { $0.key.hasSameUTF8(as: name) })
    else { return nil }
    return child(members[index].value, isLast: index == members.count - 1)
  }

  func child(_ json: JSON, isLast: Bool) -> GeneratedContent {
    GeneratedContent(json, openLevels: isLast ? max(0, openLevels - 1) : 0)
  }
}

extension JSON {
  /// A number, or null where JSON has none.
  static func number(of value: Double) -> JSON {
    guard value.isFinite else { return .null }
    let digits = value.description
    return .number(digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits)
  }
}
