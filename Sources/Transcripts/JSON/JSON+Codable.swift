/// For the coders of others. They keep neither the order of keys nor duplicates, and numbers only as far as an integer
/// of 64 bits or a double holds them: where nothing may be lost, use ``init(parsing:)`` and ``text``.
extension JSON: Codable {
  public init(from decoder: any Decoder) throws {
    if let keyed = try? decoder.container(keyedBy: Key.self) {
      let keys = keyed.allKeys.sorted { $0.stringValue < $1.stringValue }
      self = .object(try keys.map { Member($0.stringValue, try keyed.decode(JSON.self, forKey: $0)) })
    } else if var elements = try? decoder.unkeyedContainer() {
      var array: [JSON] = []
      while !elements.isAtEnd { array.append(try elements.decode(JSON.self)) }
      self = .array(array)
    } else {
      self = try JSON(scalar: try decoder.singleValueContainer())
    }
  }

  private init(scalar container: any SingleValueDecodingContainer) throws {
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .number(String(value))
    } else if let value = try? container.decode(UInt64.self) {
      self = .number(String(value))
    } else if let value = try? container.decode(Double.self) {
      self = .number(String(value))
    } else {
      self = .string(try container.decode(String.self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var container = encoder.container(keyedBy: Key.self)
      for member in members { try container.encode(member.value, forKey: Key(stringValue: member.key)) }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .string(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .number(let digits): try JSON.encode(digits, to: encoder)
    }
  }

  private static func encode(_ digits: String, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let value = Int64(digits) {
      try container.encode(value)
    } else if let value = UInt64(digits) {
      try container.encode(value)
    } else if let value = Double(digits), value.isFinite {
      try container.encode(value)
    } else {
      throw EncodingError.invalidValue(
        digits, .init(codingPath: encoder.codingPath, debugDescription: "expected a number that a double can hold"))
    }
  }

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
