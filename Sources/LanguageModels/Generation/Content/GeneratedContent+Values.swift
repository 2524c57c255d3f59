import Transcripts

extension GeneratedContent {
  /// The content as a value of a type.
  ///
  /// - Throws: ``GeneratedContentError`` where it does not fit.
  public func value<Value: ConvertibleFromGeneratedContent>(_ type: Value.Type = Value.self) throws -> Value {
    try Value(self)
  }

  /// A property as a value of a type.
  ///
  /// - Throws: ``GeneratedContentError`` where the property is missing or does not fit.
  public func value<Value: ConvertibleFromGeneratedContent>(
    _ type: Value.Type = Value.self, forProperty property: String
  ) throws -> Value {
    guard let content = try self.content(ofProperty: property) else {
      throw GeneratedContentError(
        path: ContentPath([.property(property)]), found: "nothing", expected: expectation(of: type))
    }
    return try ContentPath.prefixing(.property(property)) { try Value(content) }
  }

  /// A property as a value of a type, or `nil` where it is missing or null.
  ///
  /// - Throws: ``GeneratedContentError`` where the property does not fit.
  public func value<Value: ConvertibleFromGeneratedContent>(
    _ type: Value?.Type = Value?.self, forProperty property: String
  ) throws -> Value? {
    guard let content = try self.content(ofProperty: property), !content.json.isNull else { return nil }
    return try ContentPath.prefixing(.property(property)) { try Value(content) }
  }

  private func content(ofProperty property: String) throws -> GeneratedContent? {
    guard case .object = json else { throw GeneratedContentError(found: json, expected: "an object") }
    return self[property: property]
  }
}
