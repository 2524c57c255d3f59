/// Guides for one property of a ``Generable`` type, declared beside it in ``Generable/guides``.
///
/// ```swift
/// struct Recipe: Generable {
///   var title: String
///   var servings: Int
///   var steps: [String]
///
///   static let guides = [
///     Guide(\Recipe.title, description: "Without the word recipe"),
///     Guide(\Recipe.servings, .range(1...12)),
///     Guide(\Recipe.steps, .count(2...8)),
///   ]
/// }
/// ```
public struct Guide: Sendable {
  enum Subject: Sendable {
    case name(String)
    case keyPath(any AnyKeyPath & Sendable)
  }

  let subject: Subject
  let rules: [GuideRule]

  /// Guides for the property at a key path, which is one stored property of the type.
  public init<Root: Generable, Value>(
    _ property: any KeyPath<Root, Value> & Sendable, description: String? = nil, _ guides: GenerationGuide<Value>...
  ) {
    self.init(.keyPath(property), description, guides.flatMap(\.rules))
  }

  /// Guides for the value of an optional property, where it has one.
  public init<Root: Generable, Value>(
    _ property: any KeyPath<Root, Value?> & Sendable, description: String? = nil, _ guides: GenerationGuide<Value>...
  ) {
    self.init(.keyPath(property), description, guides.flatMap(\.rules))
  }

  /// A description of the property with a key in the JSON.
  public init(_ name: String, description: String) {
    self.init(.name(name), description, [])
  }

  /// Guides for the property with a key in the JSON.
  public init<Value>(_ name: String, description: String? = nil, _ guides: GenerationGuide<Value>...) {
    self.init(.name(name), description, guides.flatMap(\.rules))
  }

  private init(_ subject: Subject, _ description: String?, _ rules: [GuideRule]) {
    self.subject = subject
    self.rules = (description.map { [.description($0)] } ?? []) + rules
  }
}
