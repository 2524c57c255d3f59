import Transcripts

/// What generic code has to know of a standard container whose parts it cannot name.
protocol OptionalShape {
  static var wrappedType: Any.Type { get }
  var wrappedValue: Any? { get }
  static func make(_ wrapped: Any?) -> Any
}

extension Optional: OptionalShape {
  static var wrappedType: Any.Type { Wrapped.self }
  var wrappedValue: Any? { self }
  static func make(_ wrapped: Any?) -> Any { wrapped as? Wrapped as Any }
}

protocol ListShape {
  static var elementType: Any.Type { get }
  static func make(_ element: Any?) -> Any
}

extension Array: ListShape {
  static var elementType: Any.Type { Element.self }
  static func make(_ element: Any?) -> Any { (element as? Element).map { [$0] } ?? [] }
}

extension Set: ListShape {
  static var elementType: Any.Type { Element.self }
  static func make(_ element: Any?) -> Any { Set((element as? Element).map { [$0] } ?? []) }
}

protocol StringKeyedShape {
  static var valueType: Any.Type { get }
  static func make(_ pairs: [(key: String, value: Any)]) -> Any
}

extension Dictionary: StringKeyedShape where Key == String {
  static var valueType: Any.Type { Value.self }
  static func make(_ pairs: [(key: String, value: Any)]) -> Any {
    var dictionary: [String: Value] = [:]
    for (key, value) in pairs { if let value = value as? Value { dictionary[key] = value } }
    return dictionary
  }
}

/// The cases of an enumeration with the JSON that stands for each.
struct EnumerationCases {
  var values: [Any]
  var names: [JSON]

  /// `nil` for a type that does not list its cases, or whose cases are no strings or integers.
  init?(_ type: Any.Type) {
    guard let type = type as? any CaseIterable.Type else { return nil }
    func all<Cases: CaseIterable>(_ type: Cases.Type) -> [Any] { Array(type.allCases) }
    values = all(type)
    names = []
    for value in values {
      guard let name = EnumerationCases.name(of: value) else { return nil }
      names.append(name)
    }
    if values.isEmpty { return nil }
  }

  /// A raw value, or the name of a case without one.
  private static func name(of value: Any) -> JSON? {
    if let value = value as? any RawRepresentable {
      if let string = value.rawValue as? String { return .string(string) }
      return (value.rawValue as? any BinaryInteger).map { .number(String($0)) }
    }
    guard let value = value as? any Encodable, let name = try? ContentEncoder.json(of: value).string else { return nil }
    return .string(name)
  }
}
