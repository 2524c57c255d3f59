import FoundationEssentials
import Transcripts

/// Values made up to satisfy an initializer, in two variants that differ wherever a type has two values.
enum Placeholder {
  enum Variant: Sendable {
    /// Empty, zero, none, the first case.
    case low
    /// One of something, true, the last case.
    case high
  }

  /// Deeper than types nest that do not contain themselves.
  private static let depthLimit = 64

  /// - Parameter choices: Strings of which one is tried, for types that accept only some.
  static func make<Value: Decodable>(
    _ type: Value.Type, _ variant: Variant, choices: [String] = [], depth: Int = 0
  ) throws -> Value {
    if depth > depthLimit { throw EndlessTypeError(type: "\(type)") }
    if let value = scalar(type, variant, choices) as? Value { return value }
    if let value = try container(type, variant, choices: choices, depth: depth) as? Value { return value }
    if let cases = EnumerationCases(type),
      let value = (variant == .low ? cases.values.first : cases.values.last) as? Value
    {
      return value
    }
    return try Value(from: ProbingDecoder(variant: variant, choices: choices, depth: depth + 1))
  }

  /// A value of a type that generic code does not know, where one can be made.
  static func any(_ type: Any.Type, _ variant: Variant, choices: [String], depth: Int) throws -> Any? {
    guard let type = type as? any Decodable.Type else { return nil }
    return try make(type, variant, choices: choices, depth: depth)
  }

  private static func scalar(_ type: Any.Type, _ variant: Variant, _ choices: [String]) -> Any? {
    let isHigh = variant == .high
    if type == String.self { return (isHigh ? choices.last : choices.first) ?? (isHigh ? "a" : "") }
    if type == Bool.self { return isHigh }
    if let type = type as? any (FixedWidthInteger & Decodable).Type { return integer(type, isHigh) }
    if type == Double.self { return isHigh ? 1.0 : 0.0 }
    if type == Float.self { return isHigh ? Float(1) : Float(0) }
    if type == Decimal.self { return Decimal(isHigh ? 1 : 0) }
    if type == Date.self { return Date(timeIntervalSince1970: isHigh ? 1 : 0) }
    if type == URL.self { return URL(string: isHigh ? "b:b" : "a:a") }
    if type == UUID.self { return UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, isHigh ? 1 : 0)) }
    if type == GeneratedContent.self { return GeneratedContent(.bool(isHigh)) }
    if type == JSON.self { return JSON.bool(isHigh) }
    return nil
  }

  private static func integer<Value: FixedWidthInteger>(_ type: Value.Type, _ isHigh: Bool) -> Value { isHigh ? 1 : 0 }

  private static func container(_ type: Any.Type, _ variant: Variant, choices: [String], depth: Int) throws -> Any? {
    // The part of a high container is low, so that a type that contains itself comes to an end.
    func part(_ type: Any.Type) throws -> Any? {
      variant == .low ? nil : try any(type, .low, choices: choices, depth: depth + 1)
    }
    if let type = type as? any OptionalShape.Type { return type.make(try part(type.wrappedType)) }
    if let type = type as? any ListShape.Type { return type.make(try part(type.elementType)) }
    if let type = type as? any StringKeyedShape.Type {
      return type.make(try part(type.valueType).map { [("a", $0)] } ?? [])
    }
    return nil
  }
}

/// A type that contains itself without an optional or an array between.
struct EndlessTypeError: Error { var type: String }
