import FoundationEssentials
import Transcripts

extension GeneratedContent: Codable {
  /// Decodes any JSON. A decoder that is not of this library gives no order of keys (they are sorted then) and no
  /// digits of numbers.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? ContentDecoder {
      self = decoder.content
    } else {
      self.init(try GeneratedContent.json(from: decoder))
    }
  }

  /// Encodes the JSON; whether it is complete is lost.
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? ContentEncoder {
      encoder.target.value = .json(json)
    } else {
      try json.encode(to: encoder)
    }
  }

  private static func json(from decoder: any Decoder) throws -> JSON {
    if let container = try? decoder.container(keyedBy: ContentKey.self) {
      return .object(
        try container.allKeys.sorted { $0.stringValue < $1.stringValue }.map { key in
          JSON.Member(key.stringValue, try container.decode(GeneratedContent.self, forKey: key).json)
        })
    }
    if var container = try? decoder.unkeyedContainer() {
      var elements: [JSON] = []
      while !container.isAtEnd { elements.append(try container.decode(GeneratedContent.self).json) }
      return .array(elements)
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() { return .null }
    if let value = try? container.decode(Bool.self) { return .bool(value) }
    if let value = try? container.decode(Int.self) { return JSON(value) }
    // A decimal keeps digits that a double would not.
    if let value = try? container.decode(Decimal.self), !value.isNaN { return .number(value.description) }
    if let value = try? container.decode(Double.self) { return .number(of: value) }
    return .string(try container.decode(String.self))
  }
}

extension JSON {
  fileprivate func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var container = encoder.container(keyedBy: ContentKey.self)
      for member in members {
        try container.encode(GeneratedContent(member.value), forKey: ContentKey(stringValue: member.key))
      }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(GeneratedContent(element)) }
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .string(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .number(let digits):
      var container = encoder.singleValueContainer()
      if let value = Int(digits) {
        try container.encode(value)
      } else if let value = NumberOrder.decimal(digits) {
        try container.encode(value)
      } else {
        try container.encode(Double(digits) ?? 0)
      }
    }
  }
}
