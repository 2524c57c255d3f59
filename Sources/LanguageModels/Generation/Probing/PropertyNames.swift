import Transcripts

/// Finds the key that a key path reads, without reflection: two values of the type that differ in one decoded
/// property differ at the key path exactly where it reads that property.
enum PropertyNames {
  /// The names, among those given, of the properties that the value at the key path depends on.
  ///
  /// Empty where the type refuses made-up values, or the property can have one value only.
  static func names(
    at path: AnyKeyPath, of type: any Decodable.Type, among names: [String], propertyChoices: [String: [String]] = [:]
  ) -> [String] {
    func search<Root: Decodable>(_ type: Root.Type) -> [String] {
      func value(_ exception: String?) -> Any? {
        let decoder = ProbingDecoder(
          variant: .low, propertyChoices: propertyChoices, exception: exception, depth: 1)
        return (try? Root(from: decoder))?[keyPath: path]
      }
      guard let low = value(nil) else { return [] }
      return names.filter { name in value(name).map { !areEqual(low, $0) } ?? false }
    }
    return search(type)
  }

  private static func areEqual(_ one: Any, _ other: Any) -> Bool {
    if let one = one as? any Equatable { return isEqual(one, other) }
    guard let one = one as? any Encodable, let other = other as? any Encodable,
      let a = try? ContentEncoder.json(of: one), let b = try? ContentEncoder.json(of: other)
    else { return true }
    return a == b
  }

  private static func isEqual<Value: Equatable>(_ one: Value, _ other: Any) -> Bool { one == other as? Value }
}
